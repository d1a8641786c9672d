import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RgbBytes } from '../../../../src/imaging/pixels/plane.ts';
import { fillTint, type Tint } from '../../../../src/imaging/restore/steps/fill-tint.ts';
import { drawnPlane, type Rgb } from '../../planes.ts';

const [width, height] = [90, 60];
const sepia: Rgb = [150, 120, 80];

function picture(colourAt: (x: number, y: number) => Rgb): RgbBytes {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) data.set(colourAt(i % width, Math.trunc(i / width)), 3 * i);
  return { width, height, data };
}

const isScratch = (x: number): boolean => x >= 40 && x < 44;
const tintAt = (tint: Tint, x: number, y: number): number[] =>
  tint.map((plane) => plane.data[y * plane.width + x] ?? Number.NaN);

test('a white scratch in a sepia print gets the tint of the print around it', () => {
  const print = picture((x) => (isScratch(x) ? [250, 250, 250] : sepia));
  const opacity = drawnPlane(width, height, (x) => (isScratch(x) ? 1 : 0));
  const tint = fillTint(print, opacity);
  const [inside, outside] = [tintAt(tint, 41, 30), tintAt(tint, 10, 30)];
  inside.forEach((value, channel) => {
    assert.ok(Math.abs(value - (outside[channel] ?? 0)) < 0.5, `${inside} instead of ${outside}`);
  });
  assert.ok((inside[0] ?? 0) > 15 && (inside[2] ?? 0) < -30, `${inside} is the tint of sepia`);
});

test('the tint of intact pixels is their own', () => {
  const print = picture((x) => (x < 45 ? [200, 40, 40] : [40, 40, 200]));
  const tint = fillTint(
    print,
    drawnPlane(width, height, () => 0),
  );
  assert.ok((tintAt(tint, 10, 10)[0] ?? 0) > 50);
  assert.ok((tintAt(tint, 80, 10)[2] ?? 0) > 50);
});

test('a picture of which everything is damaged gets no tint', () => {
  const tint = fillTint(
    picture(() => sepia),
    drawnPlane(width, height, () => 1),
  );
  for (const plane of tint) assert.ok(plane.data.every((value) => value === 0));
});
