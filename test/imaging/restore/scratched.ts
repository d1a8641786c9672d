/** Draws scratches on the pixels of a photo, so that tests know where the damage is and what was there before. */

import assert from 'node:assert/strict';
import sharp, { type Sharp } from 'sharp';
import type { RgbBytes } from '../../../src/imaging/pixels/plane.ts';

/** Decodes a photo to RGB. A grey photo is encoded first, because it has one channel as raw pixels. */
export async function rgbOf(photo: Sharp): Promise<RgbBytes> {
  const file = await photo.toColourspace('srgb').png().toBuffer();
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.equal(info.channels, 3);
  // A copy, because the `slice` of a Buffer shares its memory.
  return { width: info.width, height: info.height, data: Uint8Array.from(data) };
}

const halfWidthPx = 2;
const paperLevel = 244;
/** On a light background a scratch is invisible, and does not count as one. */
const visibleLevels = 50;

/**
 * The distance of a pixel from the nearest of three slightly bent scratches that cross the photo from the top to the
 * bottom.
 */
function distanceAt(x: number, y: number, width: number, height: number): number {
  const distances = [0.12, 0.3, 0.88].map((at, i) => {
    const bend = 0.03 * width * Math.sin((2 + i) * (y / height) + i);
    return Math.abs(x - (at * width + bend + (0.06 * width * y) / height));
  });
  return Math.min(...distances);
}

export interface Scratched {
  readonly photo: RgbBytes;
  /** 1 for each pixel in which a scratch is visible. */
  readonly mask: Uint8Array;
}

/** Returns a scratched copy. */
export function scratched({ width, height, data }: RgbBytes): Scratched {
  const photo = { width, height, data: data.slice() };
  const mask = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const cover = Math.min(1, Math.max(0, halfWidthPx + 0.5 - distanceAt(x, y, width, height)));
      if (cover === 0) continue;
      for (let p = 3 * i; p < 3 * i + 3; p++) {
        const before = data[p] ?? 0;
        const after = Math.round(before + cover * (paperLevel - before));
        photo.data[p] = after;
        if (after - before > visibleLevels) mask[i] = 1;
      }
    }
  }
  return { photo, mask };
}

/** The PSNR of the pixels of the mask, in dB. */
export function psnrInside(a: RgbBytes, b: RgbBytes, mask: Uint8Array): number {
  let [sum, count] = [0, 0];
  mask.forEach((isInside, i) => {
    if (isInside === 0) return;
    for (let p = 3 * i; p < 3 * i + 3; p++) sum += ((a.data[p] ?? 0) - (b.data[p] ?? 0)) ** 2;
    count += 3;
  });
  return 10 * Math.log10(255 ** 2 / (sum / count));
}
