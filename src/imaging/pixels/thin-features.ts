/**
 * Finds what is thin in a picture: lines and dots that are lighter or darker than what lies on both sides of them (the
 * morphological top-hat). The edge of a large object is not thin, because only one of its sides differs.
 */

import type { Plane } from './plane.ts';

/**
 * How much lighter or darker each pixel is than its surroundings without features that are narrower than
 * `2 · radiusPx + 1` in one direction. The values of `source` are not negative.
 */
export function thinFeatures(source: Plane, radiusPx: number): Plane {
  const { width, height, data: values } = source;
  // The bits of floats that are not negative are integers in the same order. The maximum of two integers needs no
  // branch, which the processor would predict wrongly for every other pixel.
  const opened = orderedBits(values);
  const closed = opened.slice();
  removePeaks(opened, width, radiusPx);
  complement(closed);
  removePeaks(closed, width, radiusPx);
  complement(closed);
  const [without, filled] = [new Float32Array(opened.buffer), new Float32Array(closed.buffer)];
  const data = new Float32Array(values.length);
  for (let i = 0; i < data.length; i++) {
    const value = values[i] ?? 0;
    data[i] = Math.max(value - (without[i] ?? 0), (filled[i] ?? 0) - value);
  }
  return { width, height, data };
}

/** The bits of each value; 0 for a negative value, which only a rounding error near 0 causes. */
function orderedBits(values: Float32Array): Int32Array {
  const bits = new Int32Array(values.slice().buffer);
  for (let i = 0; i < bits.length; i++) bits[i] = Math.max(0, bits[i] ?? 0);
  return bits;
}

/** Reverses the order of the values: minima become maxima. */
function complement(values: Int32Array): void {
  for (let i = 0; i < values.length; i++) values[i] = ~(values[i] ?? 0);
}

/** Removes what is higher than its surroundings and narrow: the maxima of the minima. */
function removePeaks(values: Int32Array, width: number, radiusPx: number): void {
  complement(values);
  replaceByMaxima(values, width, radiusPx);
  complement(values);
  replaceByMaxima(values, width, radiusPx);
}

/** Replaces each pixel by the maximum of the square of side `2 · radiusPx + 1` around it, clipped at the borders. */
function replaceByMaxima(values: Int32Array, width: number, radiusPx: number): void {
  for (let start = 0; start < values.length; start += width) {
    slideMaxima(values.subarray(start, start + width), 1, radiusPx);
  }
  // All columns at once, in memory order: a loop along each column is several times as slow.
  slideMaxima(values, width, radiusPx);
}

/**
 * Replaces each value by the maximum of those at most `radius` steps before or after it. A step is `stride` values. All
 * values have the same sign.
 */
function slideMaxima(values: Int32Array, stride: number, radius: number): void {
  // First each value becomes the maximum of a window that begins with it. Each pass doubles the window.
  for (let length = 1; length <= radius; ) {
    const added = Math.min(length, radius + 1 - length);
    const step = added * stride;
    for (let i = 0; i + step < values.length; i++) {
      const value = values[i] ?? 0;
      const less = (value - (values[i + step] ?? 0)) | 0;
      values[i] = value - (less & (less >> 31));
    }
    length += added;
  }
  // The window that ends with a value begins `radius` steps before it, or with the first value of its line.
  for (let i = values.length - 1; i >= stride; i--) {
    const value = values[i] ?? 0;
    const before = i >= radius * stride ? i - radius * stride : i % stride;
    const less = (value - (values[before] ?? 0)) | 0;
    values[i] = value - (less & (less >> 31));
  }
}
