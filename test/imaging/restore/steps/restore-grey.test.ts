import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restoreGrey } from '../../../../src/imaging/restore/steps/restore-grey.ts';
import { portrait } from '../../portraits.ts';
import { rgbOf } from '../scratched.ts';

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}

test('a colour photo keeps every pixel', async () => {
  const photo = await rgbOf(portrait());
  const before = photo.data.slice();
  assert.deepEqual(restoreGrey(photo).data, before);
});

test('a good black-and-white photo changes by at most one grey level per pixel', async () => {
  const photo = await rgbOf(portrait().greyscale());
  const before = photo.data.slice();
  restoreGrey(photo).data.forEach((value, i) => {
    assert.ok(Math.abs(value - (before[i] ?? 0)) <= 1, `${before[i]} became ${value}`);
  });
});

test('a yellowed print becomes neutral grey and keeps its lightness', async () => {
  const grey = await rgbOf(portrait().greyscale());
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
  const grey = await rgbOf(portrait().greyscale().normalise());
  const faded = grey.data.map((value) => 95 + 0.4 * value);
  const before = meanDifference(faded, grey.data);
  const after = meanDifference(restoreGrey({ ...grey, data: faded }).data, grey.data);
  assert.ok(after < before / 2, `${after} after ${before}`);
});
