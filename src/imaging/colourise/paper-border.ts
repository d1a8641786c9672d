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

/** All 0 where the picture has no margin on at least three sides. `lightness` is L, 0–100. */
export function paperMargins(lightness: Plane): Margins {
  const { width, height } = lightness;
  const row = (y: number) => lineIsPaper(lightness, y * width, 1, width);
  const column = (x: number) => lineIsPaper(lightness, x, width, height);
  const margins = {
    left: run(width, column),
    right: run(width, (x) => column(width - 1 - x)),
    top: run(height, row),
    bottom: run(height, (y) => row(height - 1 - y)),
  };
  const sides = Object.values(margins).filter((margin) => margin > 0).length;
  return sides >= sidesMin ? margins : { left: 0, right: 0, top: 0, bottom: 0 };
}

/** Lines from the edge inwards that are paper; 0 for too few, and for so many that it is the picture. */
function run(length: number, isPaper: (index: number) => boolean): number {
  const most = Math.floor(marginShareMax * length);
  let lines = 0;
  while (lines <= most && isPaper(lines)) lines++;
  return lines > most || lines < marginShareMin * length ? 0 : lines;
}

function lineIsPaper({ data }: Plane, start: number, stride: number, count: number): boolean {
  const values = Float32Array.from({ length: count }, (_, i) => data[start + i * stride] ?? 0).sort();
  const median = values[count >> 1] ?? 0;
  if (median < paperLightnessMin) return false;
  let stained = 0;
  for (const value of values) if (Math.abs(value - median) > evenWithinL) stained++;
  return stained <= stainedShareMax * count;
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
