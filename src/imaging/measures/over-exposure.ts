/** Over-exposure: the share of the face that is nearly white. */

import { type FaceView, faceLuminances } from './face-view.ts';

const whiteMin = 247 / 255;

export function overExposure(view: FaceView): number {
  const values = faceLuminances(view);
  return values.filter((value) => value >= whiteMin).length / Math.max(1, values.length);
}
