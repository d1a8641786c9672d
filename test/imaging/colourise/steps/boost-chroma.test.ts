import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boostChroma } from '../../../../src/imaging/colourise/steps/boost-chroma.ts';
import type { ChromaPlanes } from '../../../../src/imaging/pixels/chroma-lines.ts';

const radiansPerDegree = Math.PI / 180;
const blue = 270;
const skin = 37;

/** Returns a picture of one colour with this chroma and this hue in degrees. */
function even(chroma: number, hue: number): ChromaPlanes {
  const plane = (value: number) => ({ width: 4, height: 3, data: new Float32Array(12).fill(value) });
  const angle = hue * radiansPerDegree;
  return { a: plane(chroma * Math.cos(angle)), b: plane(chroma * Math.sin(angle)) };
}

function painted(chroma: number, hue: number): { readonly chroma: number; readonly hue: number } {
  const { a, b } = boostChroma(even(chroma, hue));
  const [valueA, valueB] = [a.data[5] ?? Number.NaN, b.data[5] ?? Number.NaN];
  const angle = Math.atan2(valueB, valueA) / radiansPerDegree;
  return { chroma: Math.hypot(valueA, valueB), hue: (angle + 360) % 360 };
}

test('the gain is higher for pale pictures than for colourful ones, and never below 1', () => {
  const gains = [1, 4, 10, 20].map((chroma) => painted(chroma, blue).chroma / chroma);
  const [pale = 0, , , colourful = 0] = gains;
  assert.deepEqual(
    gains,
    gains.toSorted((one, other) => other - one),
  );
  assert.ok(pale > 1.8 && pale < 2.5, `${pale}`);
  assert.ok(colourful > 1 && colourful < 1.3, `${colourful}`);
});

test('chroma stays below the ceiling, which is lower for skin', () => {
  assert.ok(painted(200, blue).chroma < 80);
  assert.ok(painted(200, skin).chroma < 41);
  assert.ok(painted(40, skin).chroma < 0.8 * painted(40, blue).chroma);
});

test('the hue of skin turns towards yellow, other hues stay', () => {
  const { hue } = painted(25, skin);
  assert.ok(hue > skin + 5 && hue < skin + 12, `${hue}`);
  assert.ok(Math.abs(painted(25, blue).hue - blue) < 0.01);
});

test('a grey picture stays grey, and the predictions are not modified', () => {
  assert.ok(boostChroma(even(0, 0)).a.data.every((value) => value === 0));
  const answers = even(12, skin);
  const before = answers.a.data.slice();
  boostChroma(answers);
  assert.deepEqual(answers.a.data, before);
});
