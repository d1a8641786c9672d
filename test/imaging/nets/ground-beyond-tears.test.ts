import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groundBeyondTears } from '../../../src/imaging/nets/ground-beyond-tears.ts';
import type { Plane } from '../../../src/imaging/pixels/plane.ts';

const width = 60;
const height = 40;

/** The corner at the lower right, of 12 × 12 px. */
const isInCorner = (i: number): boolean => i % width >= width - 12 && Math.floor(i / width) >= height - 12;
const planeOf = (value: (i: number) => number): Plane => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, i) => value(i)),
});
/** Black ground in the corner; elsewhere a picture without even places. */
const torn = planeOf((i) => (isInCorner(i) ? 4 : 40 + (i % 7) * 6));
const count = (bits: Uint8Array): number => bits.reduce((sum, bit) => sum + bit, 0);

test('ground of which the net is sure only near the tear is found as a whole, and nothing else is', () => {
  const certainty = planeOf((i) =>
    isInCorner(i) ? (i % width < width - 6 ? 0.95 : 0.3) : i % 5 === 0 ? 0.9 : 0.01,
  );
  const ground = groundBeyondTears(torn, certainty).data;
  assert.ok(ground.every((bit, i) => (bit === 1) === isInCorner(i)));
});

test('a dark corner that the net mostly takes for a part of the picture is no ground', () => {
  const certainty = planeOf((i) => (isInCorner(i) ? (i % width < width - 10 ? 0.7 : 0.2) : 0.01));
  assert.equal(count(groundBeyondTears(torn, certainty).data), 0);
});

test('an even place that covers more than 15 % of the picture is no ground', () => {
  const dark = planeOf((i) => (i % width < 15 ? 4 : 40 + (i % 7) * 6));
  const certainty = planeOf((i) => (i % width < 15 ? 0.95 : 0.01));
  assert.equal(count(groundBeyondTears(dark, certainty).data), 0);
});

test('ground is also found in a picture that is narrower than the square whose tone is read', () => {
  const isGround = (y: number): boolean => y >= 55;
  const columnOf = (value: (y: number) => number): Plane => ({
    width: 1,
    height: 60,
    data: Float32Array.from({ length: 60 }, (_, y) => value(y)),
  });
  const picture = columnOf((y) => (isGround(y) ? 90 : 20 + (y % 7) * 6));
  const certainty = columnOf((y) => (isGround(y) ? 0.9 : 0.01));
  const ground = groundBeyondTears(picture, certainty).data;
  assert.ok(ground.every((bit, y) => (bit === 1) === isGround(y)));
});
