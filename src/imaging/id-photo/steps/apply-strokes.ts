/**
 * Applies the customer's strokes to the results of the nets. They do so before the mask is clipped to the photo, so that a
 * bystander whom the edge of the photo cuts can be removed.
 */

import { type DrawnStrokes, drawn, maskWithStrokes, strokesInside } from '../../matting/drawn-strokes.ts';
import { connectedTo, threshold } from '../../pixels/morphology.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { Crop } from '../../pixels/pyramid.ts';
import { drawStrokes, type StrokedPhoto } from '../draw-strokes.ts';
import type { PersonMask } from './segment-person.ts';

/** Above this disagreement, the quality gate takes a pixel for doubtful (`check-matte.ts`). */
const doubtMin = 0.5;

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
    disagreement: withoutDoubt(disagreement, drawnStrokes),
    drawnStrokes,
  };
}

/**
 * Where the nets disagree, a stroke decides. It decides for the whole patch of disagreement that it touches, because
 * customers correct what they see to be wrong, and see nothing wrong in the rest.
 */
function withoutDoubt(disagreement: Plane, strokes: DrawnStrokes | null): Plane {
  if (strokes === null) return disagreement;
  const doubtful = threshold(disagreement, doubtMin);
  const touched = doubtful.data.map((value, i) => (strokes.data[i] === drawn.nothing ? 0 : value));
  const decided = connectedTo({ ...doubtful, data: touched }, doubtful).data;
  const data = disagreement.data.map((value, i) => (decided[i] === 1 ? 0 : value));
  return { ...disagreement, data };
}
