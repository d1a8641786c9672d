/**
 * Smooths the outline of the person. In front of a wall with texture, alpha follows the texture, and the outline becomes
 * serrated.
 */

import { medianFilter } from '../../pixels/median-filter.ts';
import { emptyPlane, type Plane } from '../../pixels/plane.ts';

/** Lengths are for a matte of this width. For other widths, they are scaled in proportion. */
const tunedWidthPx = 590;
/** The median of a square with this radius has no teeth that are narrower, and is as sharp as alpha itself. */
const toothRadiusPx = 4;
/** The share of the median in the result. The rest keeps single hairs visible. */
const smoothShare = 0.7;

/** @param alpha 0–1, and so is the result. */
export function smoothOutline(alpha: Plane): Plane {
  const radius = Math.max(1, Math.round((toothRadiusPx * alpha.width) / tunedWidthPx));
  const smooth = medianFilter(alpha, radius);
  for (let i = 0; i < smooth.data.length; i++) {
    smooth.data[i] = (1 - smoothShare) * (alpha.data[i] ?? 0) + smoothShare * (smooth.data[i] ?? 0);
  }
  return softened(smooth);
}

/** The mean of each pixel and its neighbours; direct neighbours count half, and diagonal ones a quarter. */
function softened({ width, height, data }: Plane): Plane {
  const rows = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const value = data[i] ?? 0;
      const before = x > 0 ? (data[i - 1] ?? 0) : value;
      const after = x < width - 1 ? (data[i + 1] ?? 0) : value;
      rows[i] = value / 2 + (before + after) / 4;
    }
  }
  const result = emptyPlane(width, height);
  for (let i = 0; i < rows.length; i++) {
    const value = rows[i] ?? 0;
    result.data[i] = value / 2 + ((rows[i - width] ?? value) + (rows[i + width] ?? value)) / 4;
  }
  return result;
}
