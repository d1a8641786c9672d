/** Compares what lies on both sides of the outline of a hole. */

import type { Bitmap } from './morphology.ts';
import { boxFilter, type Plane } from './plane.ts';

/** @param region the pixels of one connected region of the hole. @returns the step along its outline. */
export type OutlineStep = (region: readonly number[]) => number;

/**
 * Returns a function that measures how much lighter the picture is outside a region of the hole than inside: the median
 * over its outline, in the unit of `lightness`. Both sides are measured `distancePx` from the outline, along its normal. It
 * is 0 if no part of the outline has both sides in the picture.
 */
export function outlineSteps(lightness: Plane, hole: Bitmap, distancePx: number): OutlineStep {
  const { width, height } = hole;
  const bits = new Float32Array(hole.data);
  // The normal points to where this share of hole grows.
  const share = boxFilter({ width, height, data: bits }, distancePx).data;
  const isHole = (x: number, y: number): boolean => hole.data[y * width + x] === 1;
  const isInPicture = (x: number, y: number): boolean => x >= 0 && x < width && y >= 0 && y < height;
  const stepAt = (x: number, y: number): number | null => {
    const i = y * width + x;
    const across = (share[i + 1] ?? 0) - (share[i - 1] ?? 0);
    const down = (share[i + width] ?? 0) - (share[i - width] ?? 0);
    const length = Math.hypot(across, down);
    if (length === 0) return null;
    const [moveX, moveY] = [(distancePx * across) / length, (distancePx * down) / length];
    const [insideX, insideY] = [Math.round(x + moveX), Math.round(y + moveY)];
    const [outsideX, outsideY] = [Math.round(x - moveX), Math.round(y - moveY)];
    if (!isInPicture(insideX, insideY) || !isInPicture(outsideX, outsideY)) return null;
    if (!isHole(insideX, insideY) || isHole(outsideX, outsideY)) return null;
    return meanAround(lightness, outsideX, outsideY) - meanAround(lightness, insideX, insideY);
  };
  return (region) => {
    const steps: number[] = [];
    for (const i of region) {
      const [x, y] = [i % width, Math.trunc(i / width)];
      if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
      if (isHole(x - 1, y) && isHole(x + 1, y) && isHole(x, y - 1) && isHole(x, y + 1)) continue;
      const step = stepAt(x, y);
      if (step !== null) steps.push(step);
    }
    steps.sort((one, other) => one - other);
    return steps[steps.length >> 1] ?? 0;
  };
}

/** The mean of the square of side 3 around a pixel, clipped at the borders. */
function meanAround({ width, height, data }: Plane, x: number, y: number): number {
  let [sum, count] = [0, 0];
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      sum += data[row * width + column] ?? 0;
      count++;
    }
  }
  return sum / count;
}
