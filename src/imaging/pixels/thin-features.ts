/**
 * Finds what is thin in a picture: lines and dots that are lighter or darker than what lies on both sides of them (the
 * morphological top-hat). The edge of a large object is not thin, because only one of its sides differs.
 */

import { emptyPlane, type Plane } from './plane.ts';

/**
 * How much lighter or darker each pixel is than its surroundings without features that are narrower than
 * `2 · radiusPx + 1` in one direction.
 */
export function thinFeatures(source: Plane, radiusPx: number): Plane {
  const opened = maxima(minima(source, radiusPx), radiusPx);
  const closed = minima(maxima(source, radiusPx), radiusPx);
  const data = source.data.map((value, i) =>
    Math.max(value - (opened.data[i] ?? value), (closed.data[i] ?? value) - value),
  );
  return { ...source, data };
}

/** Each pixel becomes the minimum of the square of side `2 · radiusPx + 1` around it. */
function minima(source: Plane, radiusPx: number): Plane {
  return negated(maxima(negated(source), radiusPx));
}

function negated(source: Plane): Plane {
  const data = new Float32Array(source.data.length);
  for (let i = 0; i < data.length; i++) data[i] = -(source.data[i] ?? 0);
  return { ...source, data };
}

/** Each pixel becomes the maximum of the square of side `2 · radiusPx + 1` around it. */
function maxima(source: Plane, radiusPx: number): Plane {
  const { width, height } = source;
  const rows = emptyPlane(width, height);
  const result = emptyPlane(width, height);
  const line = lineOf(Math.max(width, height), radiusPx);
  for (let y = 0; y < height; y++) line(source.data, rows.data, y * width, 1, width);
  for (let x = 0; x < width; x++) line(rows.data, result.data, x, width, height);
  return result;
}

/**
 * The algorithm of van Herk: within blocks of the length of the window, the maxima from the begin and from the end of
 * the block; each window is covered by the end of one block and the begin of the next. The cost does not depend on the
 * radius.
 */
function lineOf(longest: number, radius: number) {
  const block = 2 * radius + 1;
  const ahead = new Float32Array(longest + 2 * block);
  const behind = new Float32Array(longest + 2 * block);
  return (from: Float32Array, to: Float32Array, start: number, step: number, count: number): void => {
    const valueAt = (k: number): number =>
      from[start + step * Math.min(count - 1, Math.max(0, k - radius))] ?? 0;
    const length = count + 2 * radius;
    for (let k = 0; k < length; k++) {
      const value = valueAt(k);
      ahead[k] = k % block === 0 ? value : Math.max(ahead[k - 1] ?? value, value);
    }
    for (let k = length - 1; k >= 0; k--) {
      const value = valueAt(k);
      behind[k] =
        k === length - 1 || k % block === block - 1 ? value : Math.max(behind[k + 1] ?? value, value);
    }
    for (let k = 0; k < count; k++) {
      to[start + step * k] = Math.max(behind[k] ?? 0, ahead[k + 2 * radius] ?? 0);
    }
  };
}
