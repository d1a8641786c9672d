import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Bitmap } from '../../../../src/imaging/pixels/morphology.ts';
import type { Plane } from '../../../../src/imaging/pixels/plane.ts';
import { fillLightness } from '../../../../src/imaging/restore/steps/fill-lightness.ts';

const side = 48;

function planeOf(value: (x: number, y: number) => number): Plane {
  const data = Float32Array.from({ length: side * side }, (_, i) => value(i % side, Math.floor(i / side)));
  return { width: side, height: side, data };
}

function holeOf(isHole: (x: number, y: number) => boolean): Bitmap {
  const { data } = planeOf((x, y) => (isHole(x, y) ? 1 : 0));
  return { width: side, height: side, data: Uint8Array.from(data) };
}

function damaged(whole: Plane, hole: Bitmap): Plane {
  return { ...whole, data: whole.data.map((value, i) => (hole.data[i] === 1 ? 100 : value)) };
}

function largestError(one: Plane, other: Plane): number {
  return Math.max(...one.data.map((value, i) => Math.abs(value - (other.data[i] ?? 0))));
}

it('a scratch across a gradient is filled within 2 of the lightness that was there', () => {
  const whole = planeOf((x, y) => 20 + x + 0.5 * y);
  const scratch = holeOf((x, y) => Math.abs(x - y) <= 1);
  const error = largestError(fillLightness(damaged(whole, scratch), scratch), whole);
  assert.ok(error < 2, String(error));
});

it('a thin scratch in rounded shading is filled within 0.5 of the lightness that was there', () => {
  const whole = planeOf((x, y) => 50 + 30 * Math.sin(x / 6) * Math.cos(y / 7));
  const scratch = holeOf((x, y) => Math.abs(x - y) <= 1 && x > 6 && x < side - 7);
  const error = largestError(fillLightness(damaged(whole, scratch), scratch), whole);
  assert.ok(error < 0.5, String(error));
});

it('an edge that a scratch crosses continues through the scratch', () => {
  const whole = planeOf((x) => (x < side / 2 ? 20 : 80));
  const scratch = holeOf((_, y) => y >= 22 && y <= 25);
  const filled = fillLightness(damaged(whole, scratch), scratch);
  for (const y of [22, 23, 24, 25]) {
    const at = (x: number): number => filled.data[y * side + x] ?? 0;
    assert.ok(at(side / 2 - 3) < 30, `row ${y}: ${at(side / 2 - 3)}`);
    assert.ok(at(side / 2 + 2) > 70, `row ${y}: ${at(side / 2 + 2)}`);
  }
});

it('pixels outside the hole keep their exact lightness', () => {
  const whole = planeOf((x, y) => 50 + 30 * Math.sin(x) * Math.cos(y));
  const hole = holeOf((x, y) => x > 10 && x < 20 && y > 5 && y < 40);
  const { data } = fillLightness(damaged(whole, hole), hole);
  for (const [i, value] of whole.data.entries()) if (hole.data[i] === 0) assert.equal(data[i], value);
});

it('filled lightness stays within that of the pixels around the hole', () => {
  const whole = planeOf((x) => (x % 7 < 3 ? 10 : 90));
  const hole = holeOf((x, y) => Math.hypot(x - 24, y - 24) < 12);
  const filled = fillLightness(damaged(whole, hole), hole);
  for (const value of filled.data) assert.ok(value >= 10 && value <= 90, String(value));
});

it('a torn corner is filled, and a picture that is one hole is not changed', () => {
  const whole = planeOf(() => 40);
  const corner = holeOf((x, y) => x + y < 20);
  assert.ok(largestError(fillLightness(damaged(whole, corner), corner), whole) < 0.01);
  const all = holeOf(() => true);
  assert.deepEqual(fillLightness(whole, all).data, whole.data);
});
