/**
 * The white or yellowed margin of a scanned print: it is paper and no picture. The net shall not see it, and it
 * gets no colour.
 */

import type { Plane } from '../plane.ts';

/** In pixels of the plane. */
export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Paper is light, and even along a line: this share of a line may be stains. */
const paperLightnessMin = 62;
const evenWithinL = 9;
const stainedShareMax = 0.08;
/** A margin takes no more of a side; a bright sky that reaches further is none. */
const marginShareMax = 0.14;
/** Thinner margins do no harm, and a picture's own edge may look like one. */
const marginShareMin = 0.008;
/** One side alone is a sky or a wall. */
const sidesMin = 3;
/**
 * A print ends along the whole side at once: this far inside, of the side, most of a line is no paper. A wall behind
 * a head ends at the head.
 */
const printWithinShare = 0.02;
const printShareMin = 0.5;

/** All 0 where the picture has no margin on at least three sides. `lightness` is L, 0–100. */
export function paperMargins(lightness: Plane): Margins {
  const { width, height } = lightness;
  const row = (y: number) => lineOf(lightness, y * width, 1, width);
  const column = (x: number) => lineOf(lightness, x, width, height);
  const margins = {
    left: run(width, column),
    right: run(width, (x) => column(width - 1 - x)),
    top: run(height, row),
    bottom: run(height, (y) => row(height - 1 - y)),
  };
  const sides = Object.values(margins).filter((margin) => margin > 0).length;
  return sides >= sidesMin ? margins : { left: 0, right: 0, top: 0, bottom: 0 };
}

/** Lines from the edge inwards that are paper; 0 for too few, for so many that it is the picture, and for a wall. */
function run(length: number, lineAt: (index: number) => Float32Array): number {
  const most = Math.floor(marginShareMax * length);
  let lines = 0;
  while (lines <= most && isPaper(lineAt(lines))) lines++;
  if (lines > most || lines < marginShareMin * length) return 0;
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

/** Share of the line that is not about as light. */
function otherShare(line: Float32Array, lightness: number): number {
  let other = 0;
  for (const value of line) if (Math.abs(value - lightness) > evenWithinL) other++;
  return other / line.length;
}

export function withoutMargins({ width, height, data }: Plane, margins: Margins): Plane {
  const { left, right, top, bottom } = margins;
  const [innerWidth, innerHeight] = [width - left - right, height - top - bottom];
  const inner = new Float32Array(innerWidth * innerHeight);
  for (let y = 0; y < innerHeight; y++) {
    const from = (y + top) * width + left;
    inner.set(data.subarray(from, from + innerWidth), y * innerWidth);
  }
  return { width: innerWidth, height: innerHeight, data: inner };
}

/** The inner plane with `paper` about it. */
export function withMargins(inner: Plane, { left, right, top, bottom }: Margins, paper: number): Plane {
  const [width, height] = [inner.width + left + right, inner.height + top + bottom];
  const data = new Float32Array(width * height).fill(paper);
  for (let y = 0; y < inner.height; y++) {
    const row = inner.data.subarray(y * inner.width, (y + 1) * inner.width);
    data.set(row, (y + top) * width + left);
  }
  return { width, height, data };
}
