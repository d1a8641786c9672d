import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shrinkLightness } from '../../../../src/imaging/pixels/lab.ts';
import {
  searchedPixelsMax,
  shrinkForDamage,
} from '../../../../src/imaging/restore/steps/shrink-for-damage.ts';
import { greyBytes } from '../../planes.ts';

test('a picture that is small enough keeps each of its pixels', () => {
  const photo = greyBytes(61, 40, (x, y) => (x * 7 + y * 3) % 256);
  assert.deepEqual(shrinkForDamage(photo), shrinkLightness(photo, 61, 40));
});

test('a larger picture is shrunk to the number of pixels that is searched, in the same proportions', () => {
  const { width, height, data } = shrinkForDamage(greyBytes(2400, 1600, () => 128));
  assert.ok(Math.abs(width * height - searchedPixelsMax) < 2400, `${width} × ${height}`);
  assert.ok(Math.abs(width / height - 1.5) < 0.002);
  assert.ok(data.every((value) => Math.abs(value - 53.6) < 0.1));
});

test('a strip of one row does not disappear', () => {
  assert.equal(shrinkForDamage(greyBytes(2_000_000, 1, () => 10)).height, 1);
});
