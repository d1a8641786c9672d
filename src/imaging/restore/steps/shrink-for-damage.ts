/** Shrinks the picture's lightness to the size at which damage is searched for. */

import { shrinkLightness } from '../../pixels/lab.ts';
import type { Plane, RgbBytes } from '../../pixels/plane.ts';

/**
 * The number of pixels in which damage is searched for. At this size a scratch that people notice on a print is at least
 * a pixel wide, and the net needs about a second.
 */
export const searchedPixelsMax = 1_500_000;

/** Returns L, 0–100. A picture with at most `searchedPixelsMax` pixels keeps its size. */
export function shrinkForDamage(image: RgbBytes): Plane {
  const { width, height } = image;
  const scale = Math.min(1, Math.sqrt(searchedPixelsMax / (width * height)));
  const sized = (side: number): number => Math.max(1, Math.round(side * scale));
  return shrinkLightness(image, sized(width), sized(height));
}
