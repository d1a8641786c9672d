/**
 * Applies the customer's strokes to the results of the nets. This step runs before the mask is clipped to the photo, so that
 * a customer can remove a bystander whom the edge of the photo cuts.
 */

import { type DrawnStrokes, drawn, maskWithStrokes } from '../../matting/drawn-strokes.ts';
import { emptyPlane, type Plane } from '../../pixels/plane.ts';
import type { Crop } from '../../pixels/pyramid.ts';
import { drawStrokes, type StrokedPhoto } from '../draw-strokes.ts';
import type { PersonMask } from './segment-person.ts';

export interface StrokedMask extends PersonMask {
  /** Null: no stroke touches the crop. */
  readonly drawnStrokes: DrawnStrokes | null;
}

/** @param crop the crop in the photo in which the face is found. */
export function applyStrokes(
  { mask, coarse, disagreement }: PersonMask,
  photo: StrokedPhoto,
  crop: Crop,
): StrokedMask {
  const drawnStrokes = drawStrokes(photo, crop, mask);
  return {
    mask: maskWithStrokes(mask, drawnStrokes),
    coarse: removedFrom(coarse, drawnStrokes),
    // A customer who has drawn strokes, or needed none, has seen the cut-out, so the nets' doubts no longer count.
    disagreement: photo.strokes === undefined ? disagreement : emptyPlane(mask.width, mask.height),
    drawnStrokes,
  };
}

/**
 * In the coarse mask, the edge of the photo is judged. What is kept does not count there, because a stroke along the hair
 * may be drawn beyond the edge of a photo whose edge cuts nobody.
 */
function removedFrom(coarse: Plane, strokes: DrawnStrokes | null): Plane {
  if (strokes === null) return coarse;
  const data = coarse.data.map((value, i) => (strokes.data[i] === drawn.removed ? 0 : value));
  return { ...coarse, data };
}
