/** Fills polygons. */

import type { Bitmap } from './morphology.ts';

export interface PolygonPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns 1 for each pixel whose centre is inside the closed outline. If the outline crosses itself, a point inside an
 * even number of its loops is outside.
 */
export function fillPolygon(outline: readonly PolygonPoint[], width: number, height: number): Bitmap {
  const data = new Uint8Array(width * height);
  const heights = outline.map(({ y }) => y);
  const last = Math.min(height - 1, Math.ceil(Math.max(...heights)));
  for (let y = Math.max(0, Math.floor(Math.min(...heights)) - 1); y <= last; y++) {
    const crossings = crossingsAt(outline, y + 0.5);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil((crossings[i] ?? 0) - 0.5));
      const to = Math.min(width, Math.ceil((crossings[i + 1] ?? 0) - 0.5));
      if (to > from) data.fill(1, y * width + from, y * width + to);
    }
  }
  return { width, height, data };
}

/** The x at which the outline crosses this height, in ascending order. */
function crossingsAt(outline: readonly PolygonPoint[], y: number): number[] {
  const crossings: number[] = [];
  for (const [index, point] of outline.entries()) {
    const next = outline[(index + 1) % outline.length] ?? point;
    if (point.y <= y === next.y <= y) continue;
    crossings.push(point.x + ((y - point.y) / (next.y - point.y)) * (next.x - point.x));
  }
  return crossings.sort((one, other) => one - other);
}
