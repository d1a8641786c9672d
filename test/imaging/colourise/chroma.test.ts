/** How coarse colour comes onto the pixels of a picture. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChromaPlanes, paintChroma } from '../../../src/imaging/colourise/chroma-to-pixels.ts';
import { evenedOut } from '../../../src/imaging/colourise/even-out.ts';
import { shrunkLightness } from '../../../src/imaging/colourise/lab.ts';
import type { Plane, RgbBytes } from '../../../src/imaging/plane.ts';

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

test('colour follows an edge of lightness that its own edge misses by some pixels', () => {
  // Dark left of x = 200, light right of it; the coarse colour changes 16 pixels too early, and softly.
  const image = grey(400, 300, (x) => (x < 200 ? 60 : 190));
  const guide = shrunkLightness(image, 100, 75);
  const coarse = plane(100, 75, (x) => (x < 44 ? 0 : x < 48 ? (x - 44) * 7 : 30));
  paintChroma(image, guide, both(coarse), { radiusPx: 6, epsilon: 1e-3 });
  assert.ok(warmth(image, 202, 150) > 25, 'the light side is warm right to its edge');
  assert.ok(warmth(image, 197, 150) < warmth(image, 202, 150) / 2, 'the dark side is not');
  assert.ok(Math.abs(warmth(image, 100, 150)) <= 2);
});

test('an even colour is painted evenly, at any size', () => {
  for (const [width, height] of [
    [64, 40],
    [333, 127],
  ] as const) {
    const image = grey(width, height, () => 128);
    paintChroma(image, shrunkLightness(image, 32, 20), both(plane(32, 20, () => 20)), {
      radiusPx: 3,
      epsilon: 1e-3,
    });
    const first = [...image.data.subarray(0, 3)];
    for (let p = 0; p < image.data.length; p += 3)
      assert.deepEqual([...image.data.subarray(p, p + 3)], first);
  }
});

test('colour evens out within a thing, and not across its edge', () => {
  // Two flat things side by side; in the left one only a half has got its colour.
  const guide = plane(80, 40, (x) => (x < 40 ? 30 : 80));
  const { a } = evenedOut(guide, both(plane(80, 40, (x) => (x < 20 ? 40 : 0))), { reachPx: 40, stepL: 10 });
  const at = (x: number): number => a.data[20 * 80 + x] ?? Number.NaN;
  assert.ok(at(2) - at(37) < 20, 'within: the halves have come closer');
  assert.ok(Math.abs(at(45)) < 2, 'across: nothing has come over');
});

test('evening out keeps an even colour, and its inputs', () => {
  const guide = plane(30, 20, (x, y) => (x * 13 + y * 29) % 100);
  const chroma = both(plane(30, 20, () => 12));
  const { a } = evenedOut(guide, chroma, { reachPx: 5, stepL: 10 });
  for (const value of a.data) assert.ok(Math.abs(value - 12) < 1e-3);
  assert.ok(chroma.a.data.every((value) => value === 12));
});
