import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChromaPlanes } from '../../../src/imaging/colourise/chroma-lines.ts';
import { deepened } from '../../../src/imaging/colourise/deepen.ts';

const radiansPerDegree = Math.PI / 180;
const blue = 270;
const skin = 37;

/** An even picture; the hue in degrees. */
function even(chroma: number, hue: number): ChromaPlanes {
  const plane = (value: number) => ({ width: 4, height: 3, data: new Float32Array(12).fill(value) });
  const angle = hue * radiansPerDegree;
  return { a: plane(chroma * Math.cos(angle)), b: plane(chroma * Math.sin(angle)) };
}

function painted(chroma: number, hue: number): { readonly chroma: number; readonly hue: number } {
  const { a, b } = deepened(even(chroma, hue));
  const [valueA, valueB] = [a.data[5] ?? Number.NaN, b.data[5] ?? Number.NaN];
  const angle = Math.atan2(valueB, valueA) / radiansPerDegree;
  return { chroma: Math.hypot(valueA, valueB), hue: (angle + 360) % 360 };
}

test('a picture of which the net is timid gets more, a loud one less, and none less than it has', () => {
  const gains = [1, 4, 10, 20].map((chroma) => painted(chroma, blue).chroma / chroma);
  const [timid = 0, , , loud = 0] = gains;
  assert.deepEqual(
    gains,
    gains.toSorted((one, other) => other - one),
  );
  assert.ok(timid > 1.8 && timid < 2.5, `${timid}`);
  assert.ok(loud > 1 && loud < 1.3, `${loud}`);
});

test('the loudest colours stay below their ceiling, skin far below', () => {
  assert.ok(painted(200, blue).chroma < 80);
  assert.ok(painted(200, skin).chroma < 41);
  assert.ok(painted(40, skin).chroma < 0.8 * painted(40, blue).chroma);
});

test('skin turns towards yellow, what is no skin does not', () => {
  const { hue } = painted(25, skin);
  assert.ok(hue > skin + 5 && hue < skin + 12, `${hue}`);
  assert.ok(Math.abs(painted(25, blue).hue - blue) < 0.01);
});

test('what has no colour gets none, and the answers stay as they were', () => {
  assert.ok(deepened(even(0, 0)).a.data.every((value) => value === 0));
  const answers = even(12, skin);
  const before = answers.a.data.slice();
  deepened(answers);
  assert.deepEqual(answers.a.data, before);
});
