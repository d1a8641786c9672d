/** Shrinks the picture's lightness to the size at which colour edges are found. All later steps but the last use it. */

import { shrinkLightness } from '../../pixels/lab.ts';
import type { Plane, RgbBytes } from '../../pixels/plane.ts';

/**
 * Larger than the largest input of the net (320 px), so that no detail of its predictions is lost, and a thirtieth of
 * the pixels of a photo of 12 megapixels.
 */
const shortSidePx = 512;
const longSideMaxPx = 2048;

/** L, 0–100. A picture that is smaller already keeps its size. */
export function guideLightness(image: RgbBytes): Plane {
  const { width, height } = image;
  const scale = Math.min(1, shortSidePx / Math.min(width, height), longSideMaxPx / Math.max(width, height));
  const sized = (side: number): number => Math.max(1, Math.round(side * scale));
  return shrinkLightness(image, sized(width), sized(height));
}
