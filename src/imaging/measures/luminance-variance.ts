/** Luminance variance: the variance of the luminance of the face, sRGB 0–1 squared. */

import { type FaceView, faceLuminances, mean } from './face-view.ts';

export function luminanceVariance(view: FaceView): number {
  const values = faceLuminances(view);
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) ** 2));
}
