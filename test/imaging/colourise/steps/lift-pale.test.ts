import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liftPale } from '../../../../src/imaging/colourise/steps/lift-pale.ts';

/** The chroma of colours before and after the step, all of one hue. */
function lifted(chroma: readonly number[]): readonly number[] {
  const plane = (share: number) => ({
    width: chroma.length,
    height: 1,
    data: Float32Array.from(chroma, (value) => share * value),
  });
  const { a, b } = liftPale({ a: plane(0.6), b: plane(-0.8) });
  return chroma.map((_, i) => {
    const [valueA, valueB] = [a.data[i] ?? Number.NaN, b.data[i] ?? Number.NaN];
    assert.ok(Math.abs(valueA / valueB + 0.75) < 1e-4 || chroma[i] === 0, 'the hue has changed');
    return Math.hypot(valueA, valueB);
  });
}

test('a pale colour is painted stronger; grey, the faintest and strong colours stay as they are', () => {
  const [grey = 1, faint = 0, pale = 0, strong = 0] = lifted([0, 0.5, 3.6, 20]);
  assert.equal(grey, 0);
  assert.ok(faint < 0.51, `${faint}`);
  assert.ok(pale > 5.5 && pale < 6.5, `${pale}`);
  assert.ok(Math.abs(strong - 20) < 0.01, `${strong}`);
});

test('a stronger colour stays stronger than a weaker one', () => {
  const after = lifted(Array.from({ length: 300 }, (_, i) => i / 20));
  assert.deepEqual(
    after,
    after.toSorted((one, other) => one - other),
  );
});
