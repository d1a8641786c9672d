/**
 * Finds the white or yellowed paper border of a scanned print. The border is cropped before the net sees the picture,
 * and it gets no colour.
 */

import type { Plane } from '../../pixels/plane.ts';

/** The width of the paper on each side of the picture, in pixels of the plane. */
export interface Border {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * A row or column counts as paper if its median L is at least `paperLightnessMin` and its pixels differ from the
 * median by at most `evenWithinL`. A share of `stainedShareMax` may differ more, because paper has stains.
 */
const paperLightnessMin = 62;
const evenWithinL = 9;
const stainedShareMax = 0.08;
/** The maximum width of a border, as a share of the side. A wider light area is a bright sky. */
const borderShareMax = 0.14;
/**
 * The minimum width of a border, as a share of the side. A thinner border is ignored: it does no harm, and the edge
 * of a picture without a border may look like it.
 */
const borderShareMin = 0.008;
/** The minimum number of sides with a border. Light areas on fewer sides are a sky or a wall. */
const sidesMin = 3;
/**
 * A border ends along the whole side at once: in the row or column that is `printWithinShare` of the side further
 * inside than the border, at least a share of `printShareMin` of the pixels is not paper. A light wall behind a
 * head ends only at the head, so it is not a border.
 */
const printWithinShare = 0.02;
const printShareMin = 0.5;

/** Returns 0 for every side unless at least three sides have a border. `lightness` is L, 0–100. */
export function findPaperBorder(lightness: Plane): Border {
  const { width, height } = lightness;
  const row = (y: number) => lineOf(lightness, y * width, 1, width);
  const column = (x: number) => lineOf(lightness, x, width, height);
  const border = {
    left: run(width, column),
    right: run(width, (x) => column(width - 1 - x)),
    top: run(height, row),
    bottom: run(height, (y) => row(height - 1 - y)),
  };
  const sides = Object.values(border).filter((width) => width > 0).length;
  return sides >= sidesMin ? border : { left: 0, right: 0, top: 0, bottom: 0 };
}

/**
 * The number of rows or columns of paper from the edge inwards; 0 if they are too few or too many for a border, or
 * show a wall.
 */
function run(length: number, lineAt: (index: number) => Float32Array): number {
  const most = Math.floor(borderShareMax * length);
  let lines = 0;
  while (lines <= most && isPaper(lineAt(lines))) lines++;
  if (lines > most || lines < borderShareMin * length) return 0;
  const inside = lineAt(lines + Math.ceil(printWithinShare * length));
  return otherShare(inside, medianOf(lineAt(lines - 1))) >= printShareMin ? lines : 0;
}

function isPaper(line: Float32Array): boolean {
  const median = medianOf(line);
  return median >= paperLightnessMin && otherShare(line, median) <= stainedShareMax;
}

function lineOf({ data }: Plane, start: number, stride: number, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => data[start + i * stride] ?? 0);
}

function medianOf(line: Float32Array): number {
  return line.toSorted()[line.length >> 1] ?? 0;
}

/** The share of the line's pixels whose L differs from `lightness` by more than `evenWithinL`. */
function otherShare(line: Float32Array, lightness: number): number {
  let other = 0;
  for (const value of line) if (Math.abs(value - lightness) > evenWithinL) other++;
  return other / line.length;
}

/** The plane without the border. */
export function cropBorder({ width, height, data }: Plane, border: Border): Plane {
  const { left, right, top, bottom } = border;
  const [innerWidth, innerHeight] = [width - left - right, height - top - bottom];
  const inner = new Float32Array(innerWidth * innerHeight);
  for (let y = 0; y < innerHeight; y++) {
    const from = (y + top) * width + left;
    inner.set(data.subarray(from, from + innerWidth), y * innerWidth);
  }
  return { width: innerWidth, height: innerHeight, data: inner };
}

/** Adds the border around the inner plane, filled with `paper`. */
export function padBorder(inner: Plane, { left, right, top, bottom }: Border, paper: number): Plane {
  const [width, height] = [inner.width + left + right, inner.height + top + bottom];
  const data = new Float32Array(width * height).fill(paper);
  for (let y = 0; y < inner.height; y++) {
    const row = inner.data.subarray(y * inner.width, (y + 1) * inner.width);
    data.set(row, (y + top) * width + left);
  }
  return { width, height, data };
}
