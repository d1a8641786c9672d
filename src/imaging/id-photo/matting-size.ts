/** Chooses the size at which an ID photo is matted. */

import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';

/**
 * The maximum number of pixels of a matte: those of a one-inch photo with twice its width and height. Matting time
 * and memory grow with the pixels; with this number of pixels, the whole photo takes 1.4 s of processor time and
 * 300 MiB.
 */
const pixelsMax = 2 * 295 * (2 * 413);
/**
 * The maximum number of pixels of a matte that is upsampled afterwards. It is lower than `pixelsMax`, because
 * sampling and compositing such a large photo take more time.
 */
const upsampledPixelsMax = 360_000;
/**
 * A matte that is only slightly larger than the sold photo improves the edge too little for the time that
 * it takes. A scale below this is therefore not used.
 */
const usefulScaleMin = 1.25;

/**
 * Computes the size of the matte. It is larger than the sold photo, because hair is finer than a pixel of the
 * sold photo, but never has more than `pixelsMax` pixels. For a sold photo with more pixels than that, the
 * matte is smaller and is upsampled.
 */
export function mattingSizeOf(
  { widthPx, heightPx }: Pick<IdPhotoSize, 'widthPx' | 'heightPx'>,
  scale: 1 | 2,
): { readonly width: number; readonly height: number } {
  const soldPixels = widthPx * heightPx;
  const bound = soldPixels > pixelsMax ? upsampledPixelsMax : pixelsMax;
  const allowed = Math.min(scale, Math.sqrt(bound / soldPixels));
  const used = allowed > 1 && allowed < usefulScaleMin ? 1 : allowed;
  return { width: Math.floor(widthPx * used), height: Math.floor(heightPx * used) };
}
