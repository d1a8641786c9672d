/** The two kinds of an operator's colouring net, tested with tiny nets. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openColourNet } from '../../../src/imaging/nets/colour-net.ts';
import type { Plane } from '../../../src/imaging/pixels/plane.ts';
import { linearNet } from './linear-net.ts';

function flat(width: number, height: number, lightness: number): Plane {
  return { width, height, data: new Float32Array(width * height).fill(lightness) };
}

function assertFlat(plane: Plane, expected: number): void {
  assert.ok(
    plane.data.every((value) => Math.abs(value - expected) < 0.05),
    `${plane.data[0]}, not ${expected}`,
  );
}

test('a net with the input L receives lightness 0–100, and its output is returned unchanged', async (t) => {
  const file = linearNet(t, { name: 'L', shape: [1, 1, 256, 384] }, 'ab', [[0.2], [-0.1]]);
  const { a, b } = await (await openColourNet(file)).predict(flat(600, 400, 50));
  assertFlat(a, 10);
  assertFlat(b, -5);
});

test('a net with any other input receives grey sRGB 0–1 in three channels of 512 × 512', async (t) => {
  const weights = [
    [10, 0, 0],
    [0, 10, 20],
  ];
  const file = linearNet(t, { name: 'image', shape: [1, 3, 512, 512] }, 'colour', weights);
  // The lightness L 53.585 is the grey level 128 of sRGB.
  const { a, b } = await (await openColourNet(file)).predict(flat(640, 360, 53.585));
  assertFlat(a, (10 * 128) / 255);
  assertFlat(b, (30 * 128) / 255);
  assert.deepEqual([a.width, a.height], [512, 512]);
});

test('if a net does not return two channels, the error names the expected shape and the returned shape', async (t) => {
  const file = linearNet(t, { name: 'L', shape: [1, 1, 256, 256] }, 'ab', [[1], [1], [1]]);
  const net = await openColourNet(file);
  await assert.rejects(net.predict(flat(256, 256, 50)), /1×2×h×w, not 1×3×256×256/);
});
