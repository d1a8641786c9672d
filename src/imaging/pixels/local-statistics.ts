/** Mean and standard deviation of the surroundings of each pixel, without planes of sums at the size of the picture. */

import type { Plane } from './plane.ts';

/** For each pixel, of the counted pixels in the square around it. */
export interface LocalStatistics {
  /** The share of the square, clipped at the borders, that is counted, 0–1. */
  readonly share: Float32Array;
  /** 0 where nothing is counted. */
  readonly mean: Float32Array;
  /** 0 where nothing is counted. */
  readonly deviation: Float32Array;
}

/** @param counted 1 for the pixels that count. @param radiusPx the side of the square is `2 · radiusPx + 1`. */
export function localStatistics(source: Plane, counted: Uint8Array, radiusPx: number): LocalStatistics {
  const { width, height } = source;
  const plane = (): Float32Array => new Float32Array(width * height);
  const statistics = { share: plane(), mean: plane(), deviation: plane() };
  const columns = emptySums(width);
  for (let y = 0; y < Math.min(radiusPx, height); y++) addRow(columns, source, counted, y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radiusPx < height) addRow(columns, source, counted, y + radiusPx, 1);
    if (y > radiusPx) addRow(columns, source, counted, y - radiusPx - 1, -1);
    const rows = Math.min(y + radiusPx, height - 1) - Math.max(y - radiusPx, 0) + 1;
    writeRow(columns, { rows, radiusPx, start: y * width }, statistics);
  }
  return statistics;
}

/** The sums of each column over the rows of the square. */
interface Sums {
  readonly count: Int32Array;
  readonly value: Float64Array;
  readonly square: Float64Array;
}

function emptySums(width: number): Sums {
  return {
    count: new Int32Array(width),
    value: new Float64Array(width),
    square: new Float64Array(width),
  };
}

/** Adds a row to the sums. @param sign −1: subtracts it. */
function addRow(sums: Sums, { width, data }: Plane, counted: Uint8Array, y: number, sign: 1 | -1): void {
  const { count, value, square } = sums;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (counted[i] !== 1) continue;
    const at = data[i] ?? 0;
    count[x] = (count[x] ?? 0) + sign;
    value[x] = (value[x] ?? 0) + sign * at;
    square[x] = (square[x] ?? 0) + sign * at * at;
  }
}

interface Row {
  /** The number of rows of the square. */
  readonly rows: number;
  readonly radiusPx: number;
  /** The index of the row's first pixel. */
  readonly start: number;
}

/** Moves the square along a row. */
function writeRow(columns: Sums, { rows, radiusPx, start }: Row, statistics: LocalStatistics): void {
  const width = columns.count.length;
  let [count, value, square] = [0, 0, 0];
  for (let x = -radiusPx; x < width; x++) {
    const right = x + radiusPx;
    if (right < width) {
      count += columns.count[right] ?? 0;
      value += columns.value[right] ?? 0;
      square += columns.square[right] ?? 0;
    }
    const left = x - radiusPx - 1;
    if (left >= 0) {
      count -= columns.count[left] ?? 0;
      value -= columns.value[left] ?? 0;
      square -= columns.square[left] ?? 0;
    }
    if (x < 0 || count === 0) continue;
    const area = rows * (Math.min(right, width - 1) - Math.max(left, -1));
    const mean = value / count;
    statistics.share[start + x] = count / area;
    statistics.mean[start + x] = mean;
    statistics.deviation[start + x] = Math.sqrt(Math.max(0, square / count - mean * mean));
  }
}
