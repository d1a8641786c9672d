/**
 * Pixel buffers in typed arrays, and the operations that many steps share. These loops take much of the
 * processing time, so they call no function for each pixel and allocate nothing except the result and at most one
 * temporary plane.
 */

/** One channel of `width × height` values, row-major. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Three interleaved channels (R, G, B), row-major, sRGB values 0–1. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Three interleaved channels (R, G, B), row-major, sRGB bytes as decoded. */
export interface RgbBytes {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function emptyPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) };
}

/** Copies channel 0, 1 or 2 into a plane. */
export function channelOf(image: RgbImage, channel: 0 | 1 | 2): Plane {
  const { width, height, data } = image;
  const plane = new Float32Array(width * height);
  for (let i = 0, j = channel; i < plane.length; i++, j += 3) plane[i] = data[j] ?? 0;
  return { width, height, data: plane };
}

/** Exchanges left and right. */
export function mirroredPlane({ width, height, data }: Plane): Plane {
  const mirrored = emptyPlane(width, height);
  for (let row = 0; row < data.length; row += width) {
    for (let x = 0; x < width; x++) mirrored.data[row + x] = data[row + width - 1 - x] ?? 0;
  }
  return mirrored;
}

/** Multiplies pixel by pixel. Both planes have the same size. */
export function product(a: Plane, b: Plane): Plane {
  const result = emptyPlane(a.width, a.height);
  for (let i = 0; i < result.data.length; i++) result.data[i] = (a.data[i] ?? 0) * (b.data[i] ?? 0);
  return result;
}

/**
 * Replaces each pixel by the mean of the square of side `2 · radiusPx + 1` around it, clipped at the
 * borders. The cost does not depend on the radius.
 */
export function boxFilter({ width, height, data: from }: Plane, radiusPx: number): Plane {
  const data = new Float32Array(width * height);
  // The means along the rows near the square. A new row takes the place of the one that has left the square.
  const kept = Math.min(height, 2 * radiusPx + 2);
  const rows = new Float32Array(width * kept);
  // One running sum per column lets the loop read row by row, in memory order. 64-bit, because the sums never restart.
  const sums = new Float64Array(width);
  for (let y = -radiusPx; y < height; y++) {
    const bottom = y + radiusPx;
    const left = y - radiusPx - 1;
    if (bottom < height) {
      const at = width * (bottom % kept);
      averageRow(from, width * bottom, rows, at, width, radiusPx);
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (rows[at + x] ?? 0);
    }
    if (left >= 0) {
      const at = width * (left % kept);
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) - (rows[at + x] ?? 0);
    }
    if (y < 0) continue;
    const scale = 1 / (Math.min(bottom, height - 1) - Math.max(left + 1, 0) + 1);
    for (let x = 0, i = y * width; x < width; x++, i++) data[i] = (sums[x] ?? 0) * scale;
  }
  return { width, height, data };
}

/** A sum over a square costs about as much as this many pixels of a box filter for each of its pixels. */
const pixelsPerSummand = 0.2;

/** The values of `boxFilter` at these pixels only. Few pixels in small squares are added one by one. */
export function boxMeansAt(source: Plane, radiusPx: number, pixels: readonly number[]): Float32Array {
  const { width, height, data } = source;
  const means = new Float32Array(pixels.length);
  const summands = pixels.length * (2 * radiusPx + 1) ** 2;
  const everywhere = pixelsPerSummand * summands > data.length ? boxFilter(source, radiusPx).data : null;
  for (const [k, i] of pixels.entries()) {
    if (everywhere !== null) {
      means[k] = everywhere[i] ?? 0;
      continue;
    }
    const [x, y] = [i % width, Math.trunc(i / width)];
    const [left, right] = [Math.max(0, x - radiusPx), Math.min(width - 1, x + radiusPx)];
    const [top, bottom] = [Math.max(0, y - radiusPx), Math.min(height - 1, y + radiusPx)];
    let sum = 0;
    for (let row = top; row <= bottom; row++) {
      for (let at = row * width + left; at <= row * width + right; at++) sum += data[at] ?? 0;
    }
    means[k] = sum / ((right - left + 1) * (bottom - top + 1));
  }
  return means;
}

/** The means of one row, from `start` of `from` to `at` of `to`. */
function averageRow(
  from: Float32Array,
  start: number,
  to: Float32Array,
  at: number,
  width: number,
  radius: number,
): void {
  let sum = 0;
  for (let x = 0; x <= radius && x < width; x++) sum += from[start + x] ?? 0;
  const inside = Math.max(radius, width - radius - 1);
  const length = 2 * radius + 1;
  for (let x = 0; x < Math.min(radius, width); x++) {
    to[at + x] = sum / (Math.min(x + radius, width - 1) + 1);
    if (x + radius + 1 < width) sum += from[start + x + radius + 1] ?? 0;
  }
  for (let x = radius, i = start + radius; x < inside; x++, i++) {
    to[at + x] = sum / length;
    sum += from[i + radius + 1] ?? 0;
    sum -= from[i - radius] ?? 0;
  }
  for (let x = inside; x < width; x++) {
    to[at + x] = sum / (width - x + radius);
    sum -= from[start + x - radius] ?? 0;
  }
}

/**
 * Resizes a plane by bilinear interpolation, with pixel centres aligned and borders repeated. Use it for
 * enlarging, or for shrinking to more than half the size.
 */
export function resizePlane(source: Plane, width: number, height: number): Plane {
  const { width: fromWidth, height: fromHeight, data: from } = source;
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const sy = Math.min(fromHeight - 1, Math.max(0, ((y + 0.5) * fromHeight) / height - 0.5));
    const y0 = Math.trunc(sy);
    const row0 = y0 * fromWidth;
    const row1 = Math.min(fromHeight - 1, y0 + 1) * fromWidth;
    const fy = sy - y0;
    for (let x = 0; x < width; x++) {
      const sx = Math.min(fromWidth - 1, Math.max(0, ((x + 0.5) * fromWidth) / width - 0.5));
      const x0 = Math.trunc(sx);
      const x1 = Math.min(fromWidth - 1, x0 + 1);
      const fx = sx - x0;
      const top = (from[row0 + x0] ?? 0) * (1 - fx) + (from[row0 + x1] ?? 0) * fx;
      const bottom = (from[row1 + x0] ?? 0) * (1 - fx) + (from[row1 + x1] ?? 0) * fx;
      data[y * width + x] = top * (1 - fy) + bottom * fy;
    }
  }
  return { width, height, data };
}

/** Each new pixel is the mean of those that it covers. Neither side may grow. */
export function shrinkPlane(source: Plane, width: number, height: number): Plane {
  const rowAt = (y: number) => source.data.subarray(y * source.width, (y + 1) * source.width);
  return shrinkRows(source, width, height, rowAt);
}

/** Like `shrinkPlane`, for a picture that is read row by row. `rowAt` may return the same array each time. */
export function shrinkRows(
  source: { readonly width: number; readonly height: number },
  width: number,
  height: number,
  rowAt: (y: number) => Float32Array,
): Plane {
  const shrunk = emptyPlane(width, height);
  const columns = cover(source.width, width);
  const rows = cover(source.height, height);
  // The rows of a new pixel are added at full width first, because this loop is several times as fast as the next one.
  const sums = new Float64Array(source.width);
  let weight = 0;
  let target = 0;
  const add = (row: Float32Array, share: number): void => {
    for (let x = 0; x < row.length; x++) sums[x] = (sums[x] ?? 0) + share * (row[x] ?? 0);
    weight += share;
  };
  const finishRow = (): void => {
    shrinkRow(sums, columns, weight, shrunk.data.subarray(target * width, (target + 1) * width));
    sums.fill(0);
    weight = 0;
    target++;
  };
  for (let y = 0; y < source.height; y++) {
    const row = rowAt(y);
    if (rows.first[y] !== target) finishRow();
    const share = rows.share[y] ?? 1;
    add(row, share);
    if (share === 1) continue;
    finishRow();
    add(row, 1 - share);
  }
  finishRow();
  return shrunk;
}

interface Cover {
  /** The new pixel in which an old pixel begins. */
  readonly first: Int32Array;
  /** The share of the old pixel that lies in the new pixel `first`; the rest lies in the next new pixel. */
  readonly share: Float32Array;
}

function cover(from: number, to: number): Cover {
  const first = new Int32Array(from);
  const share = new Float32Array(from);
  const scale = to / from;
  for (let i = 0; i < from; i++) {
    const begin = Math.min(to - 1, Math.floor(i * scale));
    first[i] = begin;
    // The last new pixel has no next pixel, so the share is 1 there even after rounding errors.
    share[i] = begin === to - 1 ? 1 : Math.min(1, (begin + 1 - i * scale) / scale);
  }
  return { first, share };
}

/** Writes the means of the columns that each new pixel covers. @param weight the weight of each sum. */
function shrinkRow(sums: Float64Array, columns: Cover, weight: number, out: Float32Array): void {
  let [target, sum, area] = [0, 0, 0];
  for (let x = 0; x < sums.length; x++) {
    const value = sums[x] ?? 0;
    if (columns.first[x] !== target) {
      out[target++] = sum / (area * weight);
      sum = 0;
      area = 0;
    }
    const share = columns.share[x] ?? 1;
    sum += share * value;
    area += share;
    if (share === 1) continue;
    out[target++] = sum / (area * weight);
    sum = (1 - share) * value;
    area = 1 - share;
  }
  out[target] = sum / (area * weight);
}
