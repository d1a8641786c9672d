/**
 * Eyes open: the share of the opening between the lids that is darker or lighter than the skin around the eye, the
 * lower value of the two eyes. The mesh places its lids as if every eye were open, so the pixels decide.
 */

import { type FaceView, mean, meshPoint, polygonMask, valuesInside } from './face-view.ts';

const rightEye = [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7];
const leftEye = [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249];
/** Indices of the mesh points around an area of skin below each eye. */
const rightSkin = [111, 117, 118, 119, 120, 230, 229, 228];
const leftSkin = [340, 346, 347, 348, 349, 450, 449, 448];
/** A pixel of an open eye differs from the skin by at least this share of the skin's luminance. */
const differenceMin = 0.18;

export function eyesOpen(view: FaceView): number {
  return Math.min(openness(view, rightEye, rightSkin), openness(view, leftEye, leftSkin));
}

function openness(view: FaceView, eye: readonly number[], below: readonly number[]): number {
  const skin = mean(valuesInside(view, below, view.luminance));
  const mask = polygonMask(eye.map((index) => meshPoint(view, index)));
  let [open, count] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 1) continue;
    count++;
    if (Math.abs((view.luminance[i] ?? 0) - skin) > differenceMin * skin) open++;
  }
  return count === 0 ? 0 : open / count;
}
