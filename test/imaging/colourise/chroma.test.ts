/** How coarse colour comes onto the pixels of a picture. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChromaPlanes, carriedTo, linesOf } from '../../../src/imaging/colourise/chroma-lines.ts';
import { paintChroma } from '../../../src/imaging/colourise/chroma-to-pixels.ts';
import { shrunkLightness } from '../../../src/imaging/colourise/lab.ts';
import { type Plane, type RgbBytes, resizePlane, shrunkPlane } from '../../../src/imaging/plane.ts';

function plane(width: number, height: number, valueAt: (x: number, y: number) => number): Plane {
  const data = Float32Array.from({ length: width * height }, (_, i) =>
    valueAt(i % width, Math.trunc(i / width)),
  );
  return { width, height, data };
}

function grey(width: number, height: number, levelAt: (x: number, y: number) => number): RgbBytes {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    data.fill(levelAt(i % width, Math.trunc(i / width)), i * 3, i * 3 + 3);
  }
  return { width, height, data };
}

/** Red minus blue of a pixel: how warm it is. */
function warmth({ data, width }: RgbBytes, x: number, y: number): number {
  const p = (y * width + x) * 3;
  return (data[p] ?? 0) - (data[p + 2] ?? 0);
}

function both(plane: Plane): ChromaPlanes {
  return { a: plane, b: plane };
}

function carried(guide: Plane, coarse: Plane): Plane {
  return carriedTo(guide, both(coarse)).a;
}

function meanDistance(one: Plane, other: Plane): number {
  const total = one.data.reduce((sum, value, i) => sum + Math.abs(value - (other.data[i] ?? 0)), 0);
  return total / one.data.length;
}

test('colour stops at a sharp edge: beyond it, hardly any is left after an eighth of a cell', () => {
  // 32 pixels of the picture to a cell, and the edge anywhere in one.
  for (const edge of [192, 197, 203, 208, 216, 223]) {
    const image = grey(400, 320, (x) => (x < edge ? 60 : 190));
    const guide = shrunkLightness(image, 100, 80);
    const coarse = shrunkPlane(
      plane(400, 320, (x) => (x < edge ? 0 : 30)),
      13,
      10,
    );
    paintChroma(image, linesOf(guide, both(coarse)));
    const full = warmth(image, 390, 160);
    assert.ok(
      warmth(image, edge - 5, 160) < 0.15 * full,
      `${edge}: ${warmth(image, edge - 5, 160)} of ${full}`,
    );
    assert.ok(
      warmth(image, edge + 4, 160) > 0.8 * full,
      `${edge}: ${warmth(image, edge + 4, 160)} of ${full}`,
    );
    assert.ok(Math.abs(warmth(image, 100, 160)) <= 1, 'further off there is none at all');
  }
});

test('where lightness is flat, colour is what the cell has', () => {
  const guide = plane(96, 64, () => 50);
  const coarse = plane(12, 8, (x, y) => 3 * x - 2 * y);
  const found = shrunkPlane(carried(guide, coarse), 12, 8);
  for (let y = 2; y < 6; y++) {
    for (let x = 2; x < 10; x++) {
      const value = found.data[y * 12 + x] ?? Number.NaN;
      assert.ok(Math.abs(value - (3 * x - 2 * y)) < 0.01, `${value} at ${x}, ${y}`);
    }
  }
});

test('an even colour stays as it is on any texture', () => {
  const guide = plane(90, 61, (x, y) => (x * 13 + y * 29) % 100);
  for (const value of carried(
    guide,
    plane(12, 8, () => 12),
  ).data)
    assert.ok(Math.abs(value - 12) < 0.01);
});

test('the pixels of a cell have nearly its colour on average, nearer than merely enlarged', () => {
  const guide = plane(128, 96, (x, y) => 50 + 30 * Math.sin(x / 5) * Math.cos(y / 7));
  const coarse = plane(16, 12, (x, y) => 20 * Math.sin(x / 1.5) * Math.cos(y / 2));
  const ours = meanDistance(shrunkPlane(carried(guide, coarse), 16, 12), coarse);
  const enlarged = meanDistance(shrunkPlane(resizePlane(coarse, 128, 96), 16, 12), coarse);
  assert.ok(ours < 0.6 * enlarged, `${ours}, enlarged ${enlarged}`);
});

test('no colour arises that no cell nearby has', () => {
  // Warm and light beside neutral and dark, with a shadow darker than any cell.
  const guide = plane(120, 80, (x, y) => (x % 37 === 0 || y === 33 ? 2 : x < 60 ? 40 : 75));
  const coarse = plane(15, 10, (x) => (x < 7 ? 0 : x === 7 ? 12 : 25));
  for (const value of carried(guide, coarse).data) assert.ok(value > -0.01 && value < 25.01, `${value}`);
});

test('cells as fine as the guide, or finer, are taken too', () => {
  const guide = plane(40, 30, (x) => (x < 20 ? 20 : 70));
  for (const [width, height] of [
    [40, 30],
    [512, 512],
    [20, 64],
  ] as const) {
    const found = carried(
      guide,
      plane(width, height, (x) => (x < width / 2 ? 0 : 20)),
    );
    assert.ok(Math.abs(found.data[15 * 40 + 5] ?? Number.NaN) < 0.1, `${width} × ${height}`);
    assert.ok(Math.abs((found.data[15 * 40 + 35] ?? Number.NaN) - 20) < 0.1, `${width} × ${height}`);
  }
});

test('an even colour is painted evenly, at any size', () => {
  for (const [width, height] of [
    [64, 40],
    [333, 127],
  ] as const) {
    const image = grey(width, height, () => 128);
    const guide = shrunkLightness(image, 32, 20);
    paintChroma(image, linesOf(guide, both(plane(8, 5, () => 20))));
    const first = [...image.data.subarray(0, 3)];
    for (let p = 0; p < image.data.length; p += 3)
      assert.deepEqual([...image.data.subarray(p, p + 3)], first);
  }
});

test('dark skin keeps its colour, black has none', () => {
  const warmthOf = (level: number): number => {
    const image = grey(64, 64, () => level);
    paintChroma(image, linesOf(shrunkLightness(image, 64, 64), both(plane(8, 8, () => 8))));
    return warmth(image, 32, 32);
  };
  assert.ok(warmthOf(30) > 12, `${warmthOf(30)}`);
  assert.equal(warmthOf(0), 0);
});

test('a colour for every pixel stays as it is', () => {
  const guide = plane(24, 20, (x, y) => 20 + ((7 * x + 13 * y) % 60));
  const coarse = plane(24, 20, (x, y) => ((11 * x + 5 * y) % 40) - 20);
  assert.ok(meanDistance(carried(guide, coarse), coarse) < 1e-4);
});
