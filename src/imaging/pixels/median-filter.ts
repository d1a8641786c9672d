/** Replaces each pixel by the median of the pixels around it. */

import { boxFilter, emptyPlane, type Plane } from './plane.ts';

const levels = 256;
/** If a pixel is 0 or 1, and the mean of its square is this close to it, then the median is the pixel itself. */
const flatTolerance = 1e-4;

/**
 * @param plane 0–1. @returns the median of the square of side `2 · radiusPx + 1` around each pixel, clipped at the borders,
 * in steps of 1/255. Large areas of 0 or 1 cost little.
 */
export function medianFilter(plane: Plane, radiusPx: number): Plane {
  const { width, height, data } = plane;
  const bytes = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) bytes[i] = Math.round((levels - 1) * (data[i] ?? 0));
  const mean = boxFilter(plane, radiusPx).data;
  const result = emptyPlane(width, height);
  for (let y = 0; y < height; y++) {
    const rows = { top: Math.max(0, y - radiusPx), bottom: Math.min(height - 1, y + radiusPx) };
    const start = y * width;
    let from = 0;
    for (let x = 0; x <= width; x++) {
      const value = data[start + x] ?? 0;
      const around = mean[start + x] ?? 0;
      const isFlat = (value === 0 || value === 1) && Math.abs(around - value) < flatTolerance;
      if (x < width && !isFlat) continue;
      if (x > from) {
        fillMedians(
          { width, bytes },
          rows,
          { from, to: x },
          radiusPx,
          result.data.subarray(start, start + width),
        );
      }
      if (x < width) result.data[start + x] = value;
      from = x + 1;
    }
  }
  return result;
}

/** Fills the columns from `from` up to, not including, `to` of one row. The window moves to the right. */
function fillMedians(
  { width, bytes }: { readonly width: number; readonly bytes: Uint8Array },
  { top, bottom }: { readonly top: number; readonly bottom: number },
  { from, to }: { readonly from: number; readonly to: number },
  radiusPx: number,
  result: Float32Array,
): void {
  const counts = new Uint16Array(levels);
  // `below` is the number of pixels of the window below the median.
  const window = { pixels: 0, below: 0, median: 0 };
  const changeColumn = (x: number, step: 1 | -1): void => {
    if (x < 0 || x >= width) return;
    for (let row = top, i = top * width + x; row <= bottom; row++, i += width) {
      const byte = bytes[i] ?? 0;
      counts[byte] = (counts[byte] ?? 0) + step;
      if (byte < window.median) window.below += step;
    }
    window.pixels += step * (bottom - top + 1);
  };
  for (let x = from - radiusPx; x < from + radiusPx; x++) changeColumn(x, 1);
  for (let x = from; x < to; x++) {
    changeColumn(x + radiusPx, 1);
    if (x > from) changeColumn(x - radiusPx - 1, -1);
    const half = window.pixels >> 1;
    while (window.below > half) {
      window.median--;
      window.below -= counts[window.median] ?? 0;
    }
    while (window.below + (counts[window.median] ?? 0) <= half) {
      window.below += counts[window.median] ?? 0;
      window.median++;
    }
    result[x] = window.median / (levels - 1);
  }
}
