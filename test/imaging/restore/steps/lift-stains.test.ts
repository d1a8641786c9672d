import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Bitmap } from '../../../../src/imaging/pixels/morphology.ts';
import type { Plane } from '../../../../src/imaging/pixels/plane.ts';
import { fillLightness } from '../../../../src/imaging/restore/steps/fill-lightness.ts';
import { liftStains } from '../../../../src/imaging/restore/steps/lift-stains.ts';
import { drawnPlane } from '../../planes.ts';

const side = 120;
const texture = (x: number, y: number): number => 55 + 12 * Math.sin(1.3 * x) * Math.cos(1.1 * y) + 0.1 * x;
const textured = drawnPlane(side, side, texture);
const inDisc = (x: number, y: number): boolean => Math.hypot(x - 30, y - 34) < 14;

function holeOf(isHole: (x: number, y: number) => boolean, length = side): Bitmap {
  const { data } = drawnPlane(length, length, (x, y) => (isHole(x, y) ? 1 : 0));
  return { width: length, height: length, data: Uint8Array.from(data) };
}

function changed(hole: Bitmap, change: (lightness: number) => number): Plane {
  const data = textured.data.map((value, i) => (hole.data[i] === 1 ? change(value) : value));
  return { ...textured, data };
}

function meanErrorIn(hole: Bitmap, one: Plane): number {
  const pixels = [...hole.data.keys()].filter((i) => hole.data[i] === 1);
  const sum = pixels.reduce((total, i) => total + Math.abs((one.data[i] ?? 0) - (textured.data[i] ?? 0)), 0);
  return sum / pixels.length;
}

it('under a stain that darkens the picture, the details of the picture stay', () => {
  const hole = holeOf(inDisc);
  const stained = changed(hole, (lightness) => 0.85 * lightness - 10);
  const filled = fillLightness(stained, hole);
  const lifted = liftStains(stained, hole, filled);
  assert.ok(meanErrorIn(hole, lifted) < 3, `lifted: ${meanErrorIn(hole, lifted)}`);
  assert.ok(meanErrorIn(hole, filled) > 4, `filled: ${meanErrorIn(hole, filled)}`);
});

it('bare paper, a line through the picture and a hole in black keep their filling', () => {
  const cases: readonly [string, Bitmap, (lightness: number) => number][] = [
    ['bare paper', holeOf(inDisc), () => 92],
    ['a wide line', holeOf((x) => x > 20 && x < 28), (lightness) => lightness - 20],
    ['a hole', holeOf(inDisc), (lightness) => 0.2 * lightness - 8],
  ];
  for (const [name, hole, change] of cases) {
    const damaged = changed(hole, change);
    const filled = fillLightness(damaged, hole);
    assert.deepEqual(liftStains(damaged, hole, filled).data, filled.data, name);
  }
});

it('a place without a step along its outline and a place that is lighter than its surroundings keep their filling', () => {
  const hole = holeOf(inDisc);
  for (const change of [0, 15]) {
    const damaged = changed(hole, (lightness) => lightness + change);
    const filled = fillLightness(damaged, hole);
    assert.deepEqual(liftStains(damaged, hole, filled).data, filled.data, `${change} lighter`);
  }
});

it('a stain whose hole is one pixel too large is lifted', () => {
  const hole = holeOf((x, y) => Math.hypot(x - 60, y - 60) < 25);
  const stain = holeOf((x, y) => Math.hypot(x - 60, y - 60) < 24);
  const stained = changed(stain, (lightness) => lightness - 15);
  const filled = fillLightness(stained, hole);
  const lifted = liftStains(stained, hole, filled);
  assert.ok(meanErrorIn(hole, lifted) < 0.7 * meanErrorIn(hole, filled), `${meanErrorIn(hole, lifted)}`);
});

it('pixels outside of the damage keep their exact lightness', () => {
  const hole = holeOf(inDisc);
  const stained = changed(hole, (lightness) => lightness - 15);
  const lifted = liftStains(stained, hole, fillLightness(stained, hole));
  for (const [i, bit] of hole.data.entries()) if (bit === 0) assert.equal(lifted.data[i], textured.data[i]);
});

it('a stain in a corner of the picture, and a picture that is one stain, are no error', () => {
  for (const hole of [holeOf((x, y) => x + y < 40), holeOf(() => true)]) {
    const stained = changed(hole, (lightness) => lightness - 15);
    const lifted = liftStains(stained, hole, fillLightness(stained, hole));
    assert.ok(lifted.data.every(Number.isFinite));
  }
});

it('a stain over a third of a large picture stays filled, because lifting it would take seconds', () => {
  const length = 900;
  const hole = holeOf((x, y) => Math.hypot(x - 430, y - 460) < 300, length);
  const stained = drawnPlane(
    length,
    length,
    (x, y) => texture(x % side, y) - 15 * (hole.data[y * length + x] ?? 0),
  );
  const filled = { ...stained, data: stained.data.map((value, i) => value + 15 * (hole.data[i] ?? 0)) };
  assert.deepEqual(liftStains(stained, hole, filled).data, filled.data);
});
