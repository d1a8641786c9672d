/**
 * Background uniformity, in levels of luminance (0–255): the mean difference between neighbouring pixels of the
 * background above the chin, which shows texture and edges, plus a share of the spread of the background's
 * luminance, which shows blurred objects and shadows. 0 is flat.
 */

import type { FaceView } from './face-view.ts';

/**
 * The spread counts less than the differences between neighbours, because light that falls off over a plain wall is
 * allowed.
 */
const spreadWeight = 0.15;
/** The spread is measured without the darkest twentieth and the brightest twentieth of the pixels. */
const outlierShare = 0.05;

export function backgroundUniformity({ photo, face, background }: FaceView): number {
  const { width, height, data } = photo;
  const luminance = (i: number) =>
    0.299 * (data[3 * i] ?? 0) + 0.587 * (data[3 * i + 1] ?? 0) + 0.114 * (data[3 * i + 2] ?? 0);
  const levels: number[] = [];
  let sum = 0;
  const last = Math.min(height - 1, Math.floor(face.chin.y));
  for (let y = 0; y < last; y++) {
    for (let x = 0; x < width - 1; x++) {
      const i = y * width + x;
      if (background[i] !== 1 || background[i + width + 1] !== 1) continue;
      const level = luminance(i);
      sum += Math.hypot(luminance(i + 1) - level, luminance(i + width) - level);
      levels.push(level);
    }
  }
  if (levels.length === 0) return 0;
  const sorted = Float32Array.from(levels).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return sum / levels.length + spreadWeight * (at(1 - outlierShare) - at(outlierShare));
}
