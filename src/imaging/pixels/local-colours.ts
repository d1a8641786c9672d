/**
 * Mean and variance of the colours around each pixel, over the marked pixels only. These loops take much of the
 * processing time, so each has its arrays as parameters and calls no function for a pixel.
 */

import { boxFilter, emptyPlane, type Plane, type RgbImage } from './plane.ts';

/** Values of a square around each pixel of the picture. */
export interface LocalColours {
  /** The means of the channels of the marked pixels. */
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
  /** The variances of the three channels, added. */
  readonly variance: Float32Array;
  /** The share of the square's pixels that are marked. */
  readonly density: Float32Array;
}

/** @param marked 1 for the pixels that count, 0 for the others. It has the size of the image. */
export function localColours(image: RgbImage, marked: Plane, radiusPx: number): LocalColours {
  const { width, height } = marked;
  const density = boxFilter(marked, radiusPx).data;
  const variance = new Float32Array(width * height);
  const values = emptyPlane(width, height);
  const squares = emptyPlane(width, height);
  const meanOf = (channel: 0 | 1 | 2) => {
    maskChannel(image.data, channel, marked.data, values.data, squares.data);
    const mean = boxFilter(values, radiusPx).data;
    addVariance(mean, boxFilter(squares, radiusPx).data, density, variance);
    return mean;
  };
  return { red: meanOf(0), green: meanOf(1), blue: meanOf(2), variance, density };
}

/** Sets the values of a channel and their squares at the marked pixels, and 0 elsewhere. */
function maskChannel(
  rgb: Float32Array,
  channel: number,
  marked: Float32Array,
  values: Float32Array,
  squares: Float32Array,
): void {
  for (let i = 0, j = channel; i < values.length; i++, j += 3) {
    const value = (rgb[j] ?? 0) * (marked[i] ?? 0);
    values[i] = value;
    squares[i] = value * value;
  }
}

/** Divides the means by the density, and adds the variance of the channel. */
function addVariance(
  mean: Float32Array,
  square: Float32Array,
  density: Float32Array,
  variance: Float32Array,
): void {
  for (let i = 0; i < mean.length; i++) {
    const share = (density[i] ?? 0) + 1e-6;
    const m = (mean[i] ?? 0) / share;
    mean[i] = m;
    variance[i] = (variance[i] ?? 0) + Math.max(0, (square[i] ?? 0) / share - m * m);
  }
}
