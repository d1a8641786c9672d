import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smoothWithinEdges } from '../../../src/imaging/pixels/edge-aware.ts';
import { drawnPlane } from '../planes.ts';

const options = { distancePx: 8, guideRange: 10 };
/** The guide has two objects: a dark one left of the 20th column, and a light one. */
const guide = drawnPlane(40, 30, (x) => (x < 20 ? 20 : 80));
const noisy = drawnPlane(40, 30, (x, y) => (x < 20 ? 10 : -10) + (((7 * x + 11 * y) % 5) - 2));

test('smoothWithinEdges evens out the values within an object of the guide, and mixes no values across its edge', () => {
  const { data } = smoothWithinEdges(guide, noisy, options);
  data.forEach((value, i) => {
    const expected = i % 40 < 20 ? 10 : -10;
    assert.ok(Math.abs(value - expected) < 0.8, `${value} instead of ${expected} at ${i}`);
  });
});

test('if the guide has one value, a value spreads evenly in all directions, and the sum of the values does not change', () => {
  const dot = drawnPlane(61, 61, (x, y) => (x === 30 && y === 30 ? 1000 : 0));
  const even = drawnPlane(61, 61, () => 50);
  const { data } = smoothWithinEdges(even, dot, options);
  const at = (x: number, y: number): number => data[y * 61 + x] ?? 0;
  assert.ok(Math.abs(at(38, 30) - at(22, 30)) < 0.01, 'left and right');
  assert.ok(Math.abs(at(30, 38) / at(38, 30) - 1) < 0.05, 'across and down');
  assert.ok(at(30, 30) < 20 && at(38, 30) > 0.3, 'eight pixels away there is something');
  const sum = data.reduce((total, value) => total + value, 0);
  assert.ok(Math.abs(sum - 1000) < 60, `${sum}`);
});

test('a plane of one value does not change, whatever the guide and the size', () => {
  for (const [width, height] of [
    [1, 1],
    [1, 9],
    [33, 7],
  ] as const) {
    const plane = drawnPlane(width, height, () => 4);
    const changing = drawnPlane(width, height, (x, y) => (x * 31 + y * 17) % 100);
    const { data } = smoothWithinEdges(changing, plane, options);
    assert.ok(data.every((value) => Math.abs(value - 4) < 1e-5));
  }
});
