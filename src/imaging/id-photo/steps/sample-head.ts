/**
 * Samples the crop as an image of the matte's size, and marks which of its pixels lie inside the photo. Beyond the
 * photo's edge the nearest pixel is repeated, so that nets and filters see no artificial border.
 */

import { emptyPlane, type Plane, type RgbImage } from '../../pixels/plane.ts';
import { photoPoint, sampleCrop } from '../../pixels/pyramid.ts';
import type { CropDetail } from './decode-detail.ts';

export interface SampledHead {
  readonly image: RgbImage;
  /** 1 for pixels of the crop that lie inside the photo, 0 for the others. */
  readonly insidePhoto: Plane;
}

export function sampleHead(
  { pyramid, crop }: CropDetail,
  size: { readonly width: number; readonly height: number },
): SampledHead {
  const [photo] = pyramid.levels;
  const { width, height } = size;
  const insidePhoto = emptyPlane(width, height);
  const origin = photoPoint(crop, 0, 0);
  const right = photoPoint(crop, 1, 0);
  const down = photoPoint(crop, 0, 1);
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height;
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / width;
      const px = origin.x + u * (right.x - origin.x) + v * (down.x - origin.x);
      const py = origin.y + u * (right.y - origin.y) + v * (down.y - origin.y);
      const isInside = px >= 0 && py >= 0 && px <= photo.width && py <= photo.height;
      insidePhoto.data[y * width + x] = isInside ? 1 : 0;
    }
  }
  return { image: sampleCrop(pyramid, crop, size, { outside: 'repeat' }), insidePhoto };
}
