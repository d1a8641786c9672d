/** Luminance mean: the mean luminance of the face, sRGB 0–1. */

import { type FaceView, faceLuminances, mean } from './face-view.ts';

export function luminanceMean(view: FaceView): number {
  return mean(faceLuminances(view));
}
