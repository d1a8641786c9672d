import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thinFeatures } from '../../../src/imaging/pixels/thin-features.ts';
import { drawnPlane } from '../planes.ts';

const at = (source: ReturnType<typeof drawnPlane>, x: number, y: number): number =>
  source.data[y * source.width + x] ?? Number.NaN;

test('light and dark lines and dots stand out by their difference, and the even rest does not', () => {
  const value = (x: number, y: number): number =>
    x === 10 ? 80 : y === 20 ? 20 : x === 30 && y === 5 ? 65 : 50;
  const features = thinFeatures(drawnPlane(41, 31, value), 2);
  assert.equal(at(features, 10, 8), 30);
  assert.equal(at(features, 25, 20), 30);
  assert.equal(at(features, 30, 5), 15);
  for (const [x, y] of [
    [0, 0],
    [20, 10],
    [40, 30],
  ] as const) {
    assert.equal(at(features, x, y), 0, `${x}, ${y}`);
  }
});

test('a stripe counts as thin up to a width of twice the radius', () => {
  const stripe = (width: number) =>
    at(
      thinFeatures(
        drawnPlane(60, 12, (x) => (x >= 20 && x < 20 + width ? 90 : 40)),
        3,
      ),
      21,
      6,
    );
  assert.equal(stripe(6), 50);
  assert.equal(stripe(7), 0);
});

test('the edge of a large area and a gradient are not thin', () => {
  const edge = thinFeatures(
    drawnPlane(50, 20, (x) => (x < 25 ? 20 : 90)),
    4,
  );
  assert.ok(edge.data.every((value) => value === 0));
  const gradient = thinFeatures(
    drawnPlane(50, 20, (x) => x),
    4,
  );
  for (let x = 4; x < 46; x++) assert.equal(at(gradient, x, 10), 0);
});

test('pictures that are narrower than the window have a result', () => {
  const features = thinFeatures(
    drawnPlane(3, 2, (x) => (x === 1 ? 60 : 50)),
    9,
  );
  assert.ok(features.data.every(Number.isFinite));
  assert.equal(at(features, 1, 0), 10);
});
