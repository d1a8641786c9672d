/**
 * Smooths planes within the objects of a picture: the recursive domain transform (Gastal, Oliveira, 2011). A value
 * spreads over any distance where the guide is even, and stops where the guide changes.
 */

import { emptyPlane, type Plane } from './plane.ts';

export interface EdgeAwareOptions {
  /** How far values spread in an even part of the guide, in pixels. */
  readonly distancePx: number;
  /** A change of the guide by this much slows the spreading as much as a distance of `distancePx`. */
  readonly guideRange: number;
}

/** Each round spreads half as far as the round before, which removes the streaks of rows and columns. */
const rounds = 3;

/** Returns a new plane. Both planes have the same size. */
export function smoothWithinEdges(guide: Plane, source: Plane, options: EdgeAwareOptions): Plane {
  const { width, height } = source;
  const across = stepsOf(guide, 1, options);
  const down = stepsOf(guide, width, options);
  const data = source.data.slice();
  for (let round = 1; round <= rounds; round++) {
    const deviation =
      (options.distancePx * Math.sqrt(3) * 2 ** (rounds - round)) / Math.sqrt(4 ** rounds - 1);
    const decay = -Math.SQRT2 / deviation;
    smoothLines(data, keptShares(across, decay), { count: height, stride: width, length: width, step: 1 });
    smoothLines(data, keptShares(down, decay), { count: width, stride: 1, length: height, step: width });
  }
  return { width, height, data };
}

/**
 * Returns the distance of each pixel from the pixel before it. A change of the guide counts as additional distance;
 * where the guide is even, the distance is 1.
 * @param offset how many values before a pixel the pixel before it is stored: 1 in a row, the width in a column.
 */
function stepsOf(guide: Plane, offset: number, { distancePx, guideRange }: EdgeAwareOptions): Plane {
  const steps = emptyPlane(guide.width, guide.height);
  for (let i = offset; i < steps.data.length; i++) {
    const change = Math.abs((guide.data[i] ?? 0) - (guide.data[i - offset] ?? 0));
    steps.data[i] = 1 + (distancePx / guideRange) * change;
  }
  return steps;
}

function keptShares(steps: Plane, decay: number): Float32Array {
  return steps.data.map((step) => Math.exp(decay * step));
}

interface Lines {
  readonly count: number;
  /** The offset in `data` from the start of one line to the start of the next. */
  readonly stride: number;
  readonly length: number;
  /** The offset in `data` from one pixel of a line to the next. */
  readonly step: number;
}

/** Smooths each line forwards and backwards, in place. */
function smoothLines(data: Float32Array, kept: Float32Array, { count, stride, length, step }: Lines): void {
  for (let line = 0; line < count; line++) {
    const first = line * stride;
    const last = first + (length - 1) * step;
    for (let i = first + step; i <= last; i += step) {
      data[i] = (data[i] ?? 0) + (kept[i] ?? 0) * ((data[i - step] ?? 0) - (data[i] ?? 0));
    }
    for (let i = last - step; i >= first; i -= step) {
      data[i] = (data[i] ?? 0) + (kept[i + step] ?? 0) * ((data[i + step] ?? 0) - (data[i] ?? 0));
    }
  }
}
