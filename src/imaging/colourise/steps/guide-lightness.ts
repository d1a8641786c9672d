/**
 * Shrinks the picture's lightness to the size at which colour edges are found. All later steps except the last use
 * this shrunken lightness.
 */

import { shrinkLightness } from '../../pixels/lab.ts';
import type { Plane, RgbBytes } from '../../pixels/plane.ts';

/**
 * The short side of the shrunken picture. The picture is shrunk to save time: a photo of 12 megapixels has 30 times as
 * many pixels. The short side is larger than the largest input of the net (320 px), so that no detail of the
 * predictions is lost.
 */
const shortSidePx = 512;
const longSideMaxPx = 2048;

/** Returns L, 0–100. A picture whose short side is at most `shortSidePx` keeps its size. */
export function guideLightness(image: RgbBytes): Plane {
  const { width, height } = image;
  const scale = Math.min(1, shortSidePx / Math.min(width, height), longSideMaxPx / Math.max(width, height));
  const sized = (side: number): number => Math.max(1, Math.round(side * scale));
  return shrinkLightness(image, sized(width), sized(height));
}
