/**
 * The strokes with which a customer mends the cut-out, as pixels. What lies near the middle of a stroke is certain:
 * neither a net nor the matting changes it. Near the border of a stroke, which is drawn roughly, the matting looks for the
 * edge of the person.
 */

import type { Plane } from '../pixels/plane.ts';

/** For each pixel of a crop, what the last stroke there says. */
export interface DrawnStrokes {
  readonly width: number;
  readonly height: number;
  /** One of the values of `drawn`. */
  readonly data: Uint8Array;
}

export const drawn = { nothing: 0, removed: 1, kept: 2, nearRemoved: 3, nearKept: 4 } as const;

/** What the mask becomes under a stroke. Near the border, the nets' own value does not count. */
const maskUnder: ReadonlyMap<number, number> = new Map([
  [drawn.removed, 0],
  [drawn.kept, 1],
  [drawn.nearRemoved, 0.1],
  [drawn.nearKept, 0.9],
]);

/** @returns the mask of the person that follows from the nets' mask and the strokes. */
export function maskWithStrokes(mask: Plane, strokes: DrawnStrokes | null): Plane {
  if (strokes === null) return mask;
  const data = mask.data.map((value, i) => maskUnder.get(strokes.data[i] ?? drawn.nothing) ?? value);
  return { ...mask, data };
}

/** @returns the mask or matte with 0 where the customer removes something for certain, and 1 where it is kept. */
export function withCertainStrokes(alpha: Plane, strokes: DrawnStrokes | null): Plane {
  if (strokes === null) return alpha;
  const data = alpha.data.map((value, i) => {
    const stroke = strokes.data[i];
    return stroke === drawn.removed ? 0 : stroke === drawn.kept ? 1 : value;
  });
  return { ...alpha, data };
}

/** @returns the mask, with alpha where the matting has found the edge near the border of a stroke. */
export function settledMask(mask: Plane, alpha: Plane, strokes: DrawnStrokes | null): Plane {
  if (strokes === null) return mask;
  const data = mask.data.map((value, i) => {
    const stroke = strokes.data[i];
    return stroke === drawn.nearRemoved || stroke === drawn.nearKept ? (alpha.data[i] ?? 0) : value;
  });
  return { ...mask, data };
}
