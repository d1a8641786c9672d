/** Applies the customer's strokes to the results of the nets. */

import { type DrawnStrokes, maskWithStrokes } from '../../matting/drawn-strokes.ts';
import { emptyPlane } from '../../pixels/plane.ts';
import type { Crop } from '../../pixels/pyramid.ts';
import { drawStrokes, type StrokedPhoto } from '../draw-strokes.ts';
import type { PersonMask } from './segment-person.ts';

export interface StrokedMask extends PersonMask {
  /** Null: no stroke touches the crop. */
  readonly drawnStrokes: DrawnStrokes | null;
}

/** @param crop the crop in the photo in which the face is found. */
export function applyStrokes(
  { mask, disagreement }: PersonMask,
  photo: StrokedPhoto,
  crop: Crop,
): StrokedMask {
  const drawnStrokes = drawStrokes(photo, crop, mask);
  return {
    mask: maskWithStrokes(mask, drawnStrokes),
    // A customer who has drawn strokes, or needed none, has seen the cut-out, so the nets' doubts no longer count.
    disagreement: photo.strokes === undefined ? disagreement : emptyPlane(mask.width, mask.height),
    drawnStrokes,
  };
}
