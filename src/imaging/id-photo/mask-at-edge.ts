/**
 * The mask in which is measured whether the edge of the photo cuts the person. It has the same size in the check and in the
 * order, whose mattes have different sizes: otherwise a photo near the limit would pass the check and be refused after
 * payment.
 */

import { type DrawnStrokes, drawn } from '../matting/drawn-strokes.ts';
import type { Plane } from '../pixels/plane.ts';
import type { Crop } from '../pixels/pyramid.ts';
import { drawStrokes, type StrokedPhoto } from './draw-strokes.ts';
import { insideOf } from './steps/sample-head.ts';
import { type NetResults, unrefinedMask } from './steps/segment-person.ts';

/** The number of rows of a one-inch photo. */
const rows = 413;

export interface MaskAtEdge {
  readonly mask: Plane;
  /** 1 for pixels inside the photo. */
  readonly insidePhoto: Plane;
}

/**
 * The mask is not refined, because the matting net was not trained beyond the edge of photos.
 * @param crop the crop in the photo in which the face is found.
 */
export function maskAtEdge(netResults: NetResults, stroked: StrokedPhoto, crop: Crop): MaskAtEdge {
  const size = { width: Math.round((rows * crop.width) / crop.height), height: rows };
  const mask = unrefinedMask(netResults, size);
  return {
    mask: withoutRemoved(mask, drawStrokes(stroked, crop, size)),
    insidePhoto: insideOf(stroked.photo, crop, size),
  };
}

/**
 * A customer can remove a bystander whom the edge cuts. What is kept does not count: customers paint
 * roughly, and may paint up to the edge although the person ends before it.
 */
function withoutRemoved(mask: Plane, strokes: DrawnStrokes | null): Plane {
  if (strokes === null) return mask;
  const data = mask.data.map((value, i) => (strokes.data[i] === drawn.removed ? 0 : value));
  return { ...mask, data };
}
