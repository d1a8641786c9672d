/** Binary morphology: dilation, erosion and connected regions of bitmaps (0 or 1 per pixel). */

import type { Plane } from './plane.ts';

export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Returns 1 for pixels of the plane above `limit`, and 0 for the others. */
export function threshold({ width, height, data }: Plane, limit: number): Bitmap {
  const bits = new Uint8Array(width * height);
  for (let i = 0; i < bits.length; i++) bits[i] = (data[i] ?? 0) > limit ? 1 : 0;
  return { width, height, data: bits };
}

/** Extends the regions of ones by a square of side `2 · radiusPx + 1`. */
export function dilate(source: Bitmap, radiusPx: number): Bitmap {
  return spread(source, radiusPx, 1);
}

/**
 * Shrinks the regions of ones by a square of side `2 · radiusPx + 1`. Pixels outside the picture count as
 * 1, so its edges do not erode.
 */
export function erode(source: Bitmap, radiusPx: number): Bitmap {
  return spread(source, radiusPx, 0);
}

/** Spreads `value` along rows, then along columns, up to `radius` pixels from each pixel that has it. */
function spread({ width, height, data: from }: Bitmap, radius: number, value: 0 | 1): Bitmap {
  const rows = new Uint8Array(width * height);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) spreadLine(from, rows, y * width, 1, width, radius, value);
  for (let x = 0; x < width; x++) spreadLine(rows, data, x, width, height, radius, value);
  return { width, height, data };
}

function spreadLine(
  from: Uint8Array,
  to: Uint8Array,
  start: number,
  step: number,
  count: number,
  radius: number,
  value: 0 | 1,
): void {
  const other = 1 - value;
  let last = -radius - 1;
  for (let k = 0, i = start; k < count; k++, i += step) {
    if (from[i] === value) last = k;
    to[i] = k - last <= radius ? value : other;
  }
  last = count + radius;
  for (let k = count - 1, i = start + (count - 1) * step; k >= 0; k--, i -= step) {
    if (from[i] === value) last = k;
    if (last - k <= radius) to[i] = value;
  }
}

/**
 * How deep each one lies inside its region, in pixels: `erode` with a smaller radius leaves it. 0 for zeros. Without any
 * zero, the depth is the longer side.
 */
export function depthInside({ width, height, data }: Bitmap): Uint16Array {
  const deepest = Math.min(2 ** 16 - 1, Math.max(width, height));
  const depth = new Uint16Array(width * height);
  const at = (x: number, y: number): number =>
    x >= 0 && x < width && y >= 0 && y < height ? (depth[y * width + x] ?? 0) : deepest;
  // `back` −1 visits the pixels in reading order, and 1 in the opposite order.
  const pass = (i: number, back: 1 | -1): void => {
    const [x, y] = [i % width, Math.trunc(i / width)];
    const beside = Math.min(at(x + back, y), at(x - 1, y + back), at(x, y + back), at(x + 1, y + back));
    depth[i] = Math.min(depth[i] ?? 0, beside + 1);
  };
  for (let i = 0; i < data.length; i++) {
    if (data[i] !== 1) continue;
    depth[i] = deepest;
    pass(i, -1);
  }
  for (let i = data.length - 1; i >= 0; i--) if (data[i] === 1) pass(i, 1);
  return depth;
}

/** The pixels of `allowed` that are connected to a pixel of `seeds` by steps to one of four neighbours. */
export function connectedTo(seeds: Bitmap, { width, height, data: allowed }: Bitmap): Bitmap {
  const data = new Uint8Array(width * height);
  // The pixels that can still be reached: a pixel leaves them when it is put on the stack.
  const left = allowed.slice();
  const stack = new Int32Array(width * height);
  let size = 0;
  for (let i = 0; i < data.length; i++) {
    if (seeds.data[i] === 1 && left[i] === 1) {
      left[i] = 0;
      stack[size++] = i;
    }
  }
  while (size > 0) {
    const i = stack[--size] ?? 0;
    data[i] = 1;
    const x = i % width;
    if (x > 0 && left[i - 1] === 1) {
      left[i - 1] = 0;
      stack[size++] = i - 1;
    }
    if (x < width - 1 && left[i + 1] === 1) {
      left[i + 1] = 0;
      stack[size++] = i + 1;
    }
    if (i >= width && left[i - width] === 1) {
      left[i - width] = 0;
      stack[size++] = i - width;
    }
    if (i < width * (height - 1) && left[i + width] === 1) {
      left[i + width] = 0;
      stack[size++] = i + width;
    }
  }
  return { width, height, data };
}

/** The connected regions of ones, each as a list of its pixels. Pixels are connected by one of four neighbours. */
export function regionsOf({ width, height, data }: Bitmap): number[][] {
  const left = data.slice();
  const regions: number[][] = [];
  for (let start = 0; start < left.length; start++) {
    if (left[start] !== 1) continue;
    left[start] = 0;
    const region = [start];
    const add = (i: number): void => {
      if (left[i] !== 1) return;
      left[i] = 0;
      region.push(i);
    };
    for (let k = 0; k < region.length; k++) {
      const i = region[k] ?? 0;
      const x = i % width;
      if (x > 0) add(i - 1);
      if (x < width - 1) add(i + 1);
      if (i >= width) add(i - width);
      if (i < width * (height - 1)) add(i + width);
    }
    regions.push(region);
  }
  return regions;
}
