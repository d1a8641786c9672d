/**
 * Applies the customer's strokes to the results of the nets. They do so before the mask is clipped to the photo, so that a
 * bystander whom the edge of the photo cuts can be removed.
 */

import { type DrawnStrokes, maskWithStrokes, strokesInside } from '../../matting/drawn-strokes.ts';
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
  insidePhoto: Plane,
): StrokedMask {
  const drawnStrokes = strokesInside(drawStrokes(photo, crop, mask), insidePhoto);
  return {
    mask: maskWithStrokes(mask, drawnStrokes),
    coarse: maskWithStrokes(coarse, drawnStrokes),
    // A customer who has drawn strokes, or needed none, has seen the cut-out, so the nets' doubts no longer count.
    disagreement: photo.strokes === undefined ? disagreement : emptyPlane(mask.width, mask.height),
    drawnStrokes,
  };
}
