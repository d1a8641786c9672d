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

test('the factor of the chroma is larger for pale pictures than for colourful pictures, and never below 1', () => {
  const gains = [1, 4, 10, 20].map((chroma) => painted(chroma, blue).chroma / chroma);
  const [pale = 0, , , colourful = 0] = gains;
  assert.deepEqual(
    gains,
    gains.toSorted((one, other) => other - one),
  );
  assert.ok(pale > 1.8 && pale < 2.8, `${pale}`);
  assert.ok(colourful > 1 && colourful < 1.3, `${colourful}`);
});

test('chroma stays below its maximum, which is lower for the hues of skin', () => {
  assert.ok(painted(200, blue).chroma < 110);
  assert.ok(painted(200, skin).chroma < 41);
  assert.ok(painted(40, skin).chroma < 0.8 * painted(40, blue).chroma);
});

test('the hue of skin is shifted towards yellow, and other hues are not changed', () => {
  const { hue } = painted(25, skin);
  assert.ok(hue > skin + 5 && hue < skin + 12, `${hue}`);
  assert.ok(Math.abs(painted(25, blue).hue - blue) < 0.01);
});

test('where several predictions of the net differ, the result has less chroma than where they agree', () => {
  const doubtful = { ...even(12, skin), doubt: even(20, 0).a };
  const chromaOf = ({ a, b }: ChromaPlanes): number => Math.hypot(a.data[5] ?? 0, b.data[5] ?? 0);
  const [certain, doubted] = [chromaOf(boostChroma(even(12, skin))), chromaOf(boostChroma(doubtful))];
  assert.ok(doubted < 0.7 * certain && doubted > 0.3 * certain, `${doubted} of ${certain}`);
  const slight = { ...even(12, skin), doubt: even(2, 0).a };
  assert.ok(chromaOf(boostChroma(slight)) > 0.97 * certain);
});

test('boostChroma keeps a grey picture grey, and does not modify its input', () => {
  assert.ok(boostChroma(even(0, 0)).a.data.every((value) => value === 0));
  const answers = even(12, skin);
  const before = answers.a.data.slice();
  boostChroma(answers);
  assert.deepEqual(answers.a.data, before);
});
