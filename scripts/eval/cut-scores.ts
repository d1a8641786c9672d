/** Scores a cut-out against a known mask or alpha of the same size. Lengths are in pixels of that size. */

import type { Plane } from '../../src/imaging/pixels/plane.ts';

export interface CutScores {
  /** Intersection over union at alpha 0.5. */
  readonly iou: number;
  /** Mean distance between the two outlines, as a share of the width. */
  readonly boundaryShare: number;
}

export interface AlphaScores {
  /** Sum of absolute differences, in thousands of pixels. */
  readonly sad: number;
  /** Sum of squared differences of the gradients, in thousands. */
  readonly gradient: number;
}

/** Scores `alpha` against `truth`, only at the pixels where `counted` is 1. */
export function scoreCut(alpha: Plane, truth: Plane, counted: Uint8Array): CutScores {
  let [both, either] = [0, 0];
  for (let i = 0; i < counted.length; i++) {
    if (counted[i] !== 1) continue;
    const [a, b] = [(alpha.data[i] ?? 0) > 0.5, (truth.data[i] ?? 0) > 0.5];
    if (a && b) both++;
    if (a || b) either++;
  }
  const [ours, theirs] = [outline(alpha, counted), outline(truth, counted)];
  const there = meanDistance(ours, distancesTo(theirs, alpha));
  const back = meanDistance(theirs, distancesTo(ours, alpha));
  return { iou: either === 0 ? 0 : both / either, boundaryShare: (there + back) / 2 / alpha.width };
}

/** Finds the outline: the indices of counted pixels above 0.5 that have a counted neighbour of 0.5 or less. */
function outline({ width, height, data }: Plane, counted: Uint8Array): number[] {
  const found: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if ((data[i] ?? 0) <= 0.5 || counted[i] !== 1) continue;
      const isEdge = [i - 1, i + 1, i - width, i + width].some(
        (next) => (data[next] ?? 0) <= 0.5 && counted[next] === 1,
      );
      if (isEdge) found.push(i);
    }
  }
  return found;
}

/** Computes for each pixel the chamfer distance (weights 3 and 4) to the nearest of `points`. */
function distancesTo(points: readonly number[], { width, height }: Plane): Float32Array {
  const distance = new Float32Array(width * height).fill(width);
  for (const i of points) distance[i] = 0;
  const relax = (i: number, next: number, step: number) => {
    const value = (distance[next] ?? width) + step;
    if (value < (distance[i] ?? 0)) distance[i] = value;
  };
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      relax(i, i - 1, 1);
      relax(i, i - width, 1);
      relax(i, i - width - 1, 4 / 3);
      relax(i, i - width + 1, 4 / 3);
    }
  }
  for (let y = height - 2; y >= 0; y--) {
    for (let x = width - 2; x > 0; x--) {
      const i = y * width + x;
      relax(i, i + 1, 1);
      relax(i, i + width, 1);
      relax(i, i + width + 1, 4 / 3);
      relax(i, i + width - 1, 4 / 3);
    }
  }
  return distance;
}

function meanDistance(points: readonly number[], distance: Float32Array): number {
  let sum = 0;
  for (const i of points) sum += distance[i] ?? 0;
  return points.length === 0 ? 0 : sum / points.length;
}

export function scoreAlpha(alpha: Plane, truth: Plane): AlphaScores {
  let [sad, gradient] = [0, 0];
  const { width } = alpha;
  for (let i = width; i < alpha.data.length; i++) {
    sad += Math.abs((alpha.data[i] ?? 0) - (truth.data[i] ?? 0));
    const slope = (plane: Plane, back: number) => (plane.data[i] ?? 0) - (plane.data[i - back] ?? 0);
    gradient += (slope(alpha, 1) - slope(truth, 1)) ** 2 + (slope(alpha, width) - slope(truth, width)) ** 2;
  }
  return { sad: sad / 1000, gradient: gradient / 1000 };
}
