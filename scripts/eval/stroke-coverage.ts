/** Draws strokes with smooth edges: how much of each pixel they cover. */

import { emptyPlane, type Plane } from '../../src/imaging/pixels/plane.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A line through places, with a width in pixels and an opacity (0–1) at each of them. */
export type Stroke = readonly (Place & { readonly width: number; readonly opacity: number })[];

/** Returns a plane of the size of `size`, 0–1. */
export function strokeCoverage(size: Plane, strokes: readonly Stroke[]): Plane {
  const coverage = emptyPlane(size.width, size.height);
  for (const stroke of strokes) {
    for (const [i, end] of stroke.entries()) addSegment(coverage, stroke[i - 1] ?? end, end);
  }
  return coverage;
}

function addSegment({ width, height, data }: Plane, from: Stroke[number], to: Stroke[number]): void {
  const reach = Math.max(from.width, to.width) / 2 + 1;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squared = Math.max(1e-6, dx * dx + dy * dy);
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + reach));
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach));
  const right = Math.min(width - 1, Math.ceil(Math.max(from.x, to.x) + reach));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5 - from.x, y + 0.5 - from.y];
      const t = Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
      const distance = Math.hypot(px - t * dx, py - t * dy);
      const half = (from.width + t * (to.width - from.width)) / 2;
      const opacity = from.opacity + t * (to.opacity - from.opacity);
      // A line that is thinner than a pixel covers only a part of it.
      const covered = Math.min(1, 2 * half, Math.max(0, half + 0.5 - distance)) * opacity;
      const i = y * width + x;
      if (covered > (data[i] ?? 0)) data[i] = covered;
    }
  }
}

/** Covers a plane with one tone. */
export function paint({ width, height, data }: Plane, coverage: Plane, tone: number): Plane {
  return {
    width,
    height,
    data: data.map((value, i) => value + (coverage.data[i] ?? 0) * (tone - value)),
  };
}
