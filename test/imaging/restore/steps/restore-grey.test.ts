import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import type { RgbBytes } from '../../../../src/imaging/pixels/plane.ts';
import { restoreGrey } from '../../../../src/imaging/restore/steps/restore-grey.ts';
import { portrait } from '../../portraits.ts';

async function pixelsOf(photo: Sharp): Promise<RgbBytes> {
  // Encoded, because a greyscale picture has one channel as raw pixels.
  const file = await photo.toColourspace('srgb').png().toBuffer();
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.equal(info.channels, 3);
  return { width: info.width, height: info.height, data };
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}

test('a colour photo keeps every pixel', async () => {
  const photo = await pixelsOf(portrait());
  const before = photo.data.slice();
  assert.deepEqual(restoreGrey(photo).data, before);
});

test('a good black-and-white photo changes by at most one grey level per pixel', async () => {
  const photo = await pixelsOf(portrait().greyscale());
  const before = photo.data.slice();
  restoreGrey(photo).data.forEach((value, i) => {
    assert.ok(Math.abs(value - (before[i] ?? 0)) <= 1, `${before[i]} became ${value}`);
  });
});

test('a yellowed print becomes neutral grey and keeps its lightness', async () => {
  const grey = await pixelsOf(portrait().greyscale());
  const data = grey.data.slice();
  for (let p = 0; p < data.length; p += 3) {
    data[p] = Math.min(255, 1.05 * (data[p] ?? 0) + 6);
    data[p + 2] = 0.72 * (data[p + 2] ?? 0);
  }
  const restored = restoreGrey({ ...grey, data });
  for (let p = 0; p < restored.data.length; p += 3) {
    assert.ok(restored.data[p] === restored.data[p + 1] && restored.data[p] === restored.data[p + 2]);
  }
  assert.ok(meanDifference(restored.data, grey.data) < 6);
});

test('a faded print comes nearer to the print before it faded', async () => {
  const grey = await pixelsOf(portrait().greyscale().normalise());
  const faded = grey.data.map((value) => 95 + 0.4 * value);
  const before = meanDifference(faded, grey.data);
  const after = meanDifference(restoreGrey({ ...grey, data: faded }).data, grey.data);
  assert.ok(after < before / 2, `${after} after ${before}`);
});
