/**
 * Smooths the outline of the person. In front of a wall with texture, alpha follows the texture, and the outline becomes
 * serrated.
 */

import { medianFilter } from '../../pixels/median-filter.ts';
import { boxFilter, type Plane } from '../../pixels/plane.ts';

/** `toothRadiusPx` is for a matte of this width. For other widths, it is scaled in proportion. */
const tunedWidthPx = 590;
/** The median of a square with this radius has no narrow teeth, and its edges are as sharp as those of alpha. */
const toothRadiusPx = 4;
/** The share of the median in the result. The rest keeps single hairs visible. */
const smoothShare = 0.7;
/** Alpha rises more steeply than hair does in the photo, so the result is averaged over squares of this radius. */
const softRadiusPx = 1;

/** @param alpha 0–1, and so is the result. */
export function smoothOutline(alpha: Plane): Plane {
  const radius = Math.max(1, Math.round((toothRadiusPx * alpha.width) / tunedWidthPx));
  const smooth = medianFilter(alpha, radius);
  for (let i = 0; i < smooth.data.length; i++) {
    smooth.data[i] = (1 - smoothShare) * (alpha.data[i] ?? 0) + smoothShare * (smooth.data[i] ?? 0);
  }
  return boxFilter(smooth, softRadiusPx);
}
