/** Shrinks the picture's lightness to the size at which damage is searched for. */

import { shrinkLightness } from '../../pixels/lab.ts';
import type { Plane, RgbBytes } from '../../pixels/plane.ts';

/**
 * The number of pixels in which damage is searched for. At this size a scratch that people notice on a print is at least
 * a pixel wide. With 1.5 million, the restoration of a large photo takes a second and
 * 110 MiB more.
 */
export const searchedPixelsMax = 1_000_000;

/** Returns L, 0–100. A picture with at most `searchedPixelsMax` pixels keeps its size. */
export function shrinkForDamage(image: RgbBytes): Plane {
  const { width, height } = image;
  const scale = Math.min(1, Math.sqrt(searchedPixelsMax / (width * height)));
  const sized = (side: number): number => Math.max(1, Math.round(side * scale));
  return shrinkLightness(image, sized(width), sized(height));
}
