/**
 * Samples the crop as an image of the matte's size, and marks which of its pixels lie inside the photo. Beyond the
 * photo's edge the nearest pixel is repeated, so that nets and filters see no artificial border.
 */

import { emptyPlane, type Plane, type RgbImage } from '../../pixels/plane.ts';
import { type Crop, photoPoint, sampleCrop } from '../../pixels/pyramid.ts';
import type { CropDetail } from './decode-detail.ts';

export interface SampledHead {
  readonly image: RgbImage;
  /** 1 for pixels of the crop that lie inside the photo, 0 for the others. */
  readonly insidePhoto: Plane;
}

export function sampleHead({ pyramid, crop }: CropDetail, size: Size): SampledHead {
  const insidePhoto = insideOf(pyramid.levels[0], crop, size);
  return { image: sampleCrop(pyramid, crop, size, { outside: 'repeat' }), insidePhoto };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** @returns 1 for pixels of the crop that lie inside the photo, 0 for the others. */
export function insideOf(photo: Size, crop: Crop, { width, height }: Size): Plane {
  const insidePhoto = emptyPlane(width, height);
  const origin = photoPoint(crop, 0, 0);
  const right = photoPoint(crop, 1, 0);
  const down = photoPoint(crop, 0, 1);
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height;
    const left = { x: origin.x + v * (down.x - origin.x), y: origin.y + v * (down.y - origin.y) };
    const across = sharesInside(left.x, right.x - origin.x, photo.width);
    const along = sharesInside(left.y, right.y - origin.y, photo.height);
    // The middle of pixel x lies at the share (x + 0.5) / width.
    const first = Math.ceil(Math.max(across.from, along.from) * width - 0.5);
    const last = Math.floor(Math.min(across.to, along.to) * width - 0.5);
    if (first <= last) insidePhoto.data.fill(1, y * width + first, y * width + last + 1);
  }
  return insidePhoto;
}

/** Which shares of the way from `start` to `start + length` lie from 0 to `end`. */
function sharesInside(start: number, length: number, end: number): { from: number; to: number } {
  if (length === 0) return start >= 0 && start <= end ? { from: 0, to: 1 } : { from: 1, to: 0 };
  const [a, b] = [-start / length, (end - start) / length];
  return { from: Math.max(0, Math.min(a, b)), to: Math.min(1, Math.max(a, b)) };
}
