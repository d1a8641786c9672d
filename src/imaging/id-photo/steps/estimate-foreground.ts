/**
 * Estimates the person's own colours, without the old background that shines through hair, at the size of the matte
 * or, if that is larger, at the sold size.
 */

import type { IdPhotoSize } from '../../../domain/goods/id-photo.ts';
import { foregroundColours, separateLayers } from '../../matting/foreground.ts';
import { type SmallMatte, upsampleAlpha, upsampleForeground } from '../../matting/upsample-matte.ts';
import type { Point } from '../../nets/face-detector.ts';
import type { Plane, RgbImage } from '../../pixels/plane.ts';
import { sampleCrop } from '../../pixels/pyramid.ts';
import type { CropDetail } from './decode-detail.ts';

/** The planes and the image have the same size. */
export interface Foreground {
  readonly colours: RgbImage;
  readonly alpha: Plane;
  /** Outline of the face, in pixels of `alpha`. */
  readonly outline: readonly Point[];
}

/** `outline` is in pixels of the matte. */
export function estimateForeground(
  matte: SmallMatte,
  { pyramid, crop }: CropDetail,
  { widthPx: width, heightPx: height }: Pick<IdPhotoSize, 'widthPx' | 'heightPx'>,
  outline: readonly Point[],
): Foreground {
  const { image, alpha } = matte;
  if (image.width >= width) return { colours: foregroundColours(image, alpha), alpha, outline };
  const large = sampleCrop(pyramid, crop, { width, height }, { outside: 'repeat' });
  const largeAlpha = upsampleAlpha(matte, large);
  return {
    colours: upsampleForeground(separateLayers(image, alpha), largeAlpha, large),
    alpha: largeAlpha,
    outline: outline.map(({ x, y }) => ({ x: (x * width) / image.width, y: (y * height) / image.height })),
  };
}
