/** Chooses the size at which an ID photo is matted. */

import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';

/**
 * The maximum number of pixels of a matte: twice one inch in both directions. Matting time and memory grow
 * with the pixels; this many take 1.4 s of a processor and 300 MiB for the whole photo.
 */
const pixelsMax = 2 * 295 * (2 * 413);
/** The maximum number of pixels of an upsampled matte: sampling and compositing then take more time. */
const upsampledPixelsMax = 360_000;
/** A matte between 1 and this many times the sold size costs more time than it improves the edge. */
const usefulScaleMin = 1.25;

/**
 * The matte is `scale` times as large as the sold photo as far as its pixels are bounded, since hair is finer than a
 * pixel of the sold photo. Only a photo with more pixels than the bound gets a smaller matte, which is upsampled.
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
