import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyPlane, type RgbBytes } from '../../../../src/imaging/pixels/plane.ts';
import type { Tint } from '../../../../src/imaging/restore/steps/fill-tint.ts';
import { mend } from '../../../../src/imaging/restore/steps/mend.ts';
import { drawnPlane } from '../../planes.ts';

const noTint: Tint = [emptyPlane(1, 1), emptyPlane(1, 1), emptyPlane(1, 1)];
const flat = (value: number) => drawnPlane(1, 1, () => value);

function noise(width: number, height: number): RgbBytes {
  const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => (i * 7919) % 256);
  return { width, height, data };
}

test('pixels outside the damage stay exactly as they are, and damage gets the repaired lightness', () => {
  const photo = noise(80, 50);
  const before = photo.data.slice();
  const opacity = drawnPlane(80, 50, (x, y) => (x >= 30 && x < 34 && y < 20 ? 1 : 0));
  const repaired = drawnPlane(80, 50, () => 53.585);
  mend(photo, { opacity, repaired, tint: noTint });
  for (let i = 0; i < opacity.data.length; i++) {
    const pixel = [...photo.data.subarray(3 * i, 3 * i + 3)];
    const expected = opacity.data[i] === 1 ? [128, 128, 128] : [...before.subarray(3 * i, 3 * i + 3)];
    assert.deepEqual(pixel, expected, `pixel ${i}`);
  }
});

test('planes that are smaller than the picture mend the same part of it', () => {
  const photo = noise(320, 200);
  const before = photo.data.slice();
  const opacity = drawnPlane(80, 50, (x) => (x >= 40 && x < 44 ? 1 : 0));
  const repaired = drawnPlane(80, 50, () => 0);
  mend(photo, { opacity, repaired, tint: noTint });
  const changedAt = (x: number): boolean =>
    [0, 1, 2].some((channel) => photo.data[3 * x + channel] !== before[3 * x + channel]);
  assert.deepEqual(
    [...photo.data.subarray(3 * 168, 3 * 171)],
    Array.from({ length: 9 }, () => 0),
  );
  for (const x of [0, 100, 157, 178, 319]) assert.ok(!changedAt(x), `column ${x}`);
});

test('half an opacity replaces half of a pixel, and the tint is added to the grey', () => {
  const photo: RgbBytes = { width: 1, height: 1, data: Uint8Array.from([0, 0, 0]) };
  mend(photo, { opacity: flat(0.5), repaired: flat(53.585), tint: [flat(40), flat(0), flat(-40)] });
  assert.deepEqual([...photo.data], [84, 64, 44]);
});

test('a repaired lightness and a tint outside the range of the picture are limited to it', () => {
  const photo: RgbBytes = { width: 1, height: 1, data: Uint8Array.from([9, 9, 9]) };
  mend(photo, { opacity: flat(1), repaired: flat(104), tint: [flat(60), flat(0), flat(-300)] });
  assert.deepEqual([...photo.data], [255, 255, 0]);
});
