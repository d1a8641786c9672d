/** Under-exposure: the share of the face that is nearly black. */

import { type FaceView, faceLuminances } from './face-view.ts';

const blackMax = 25 / 255;

export function underExposure(view: FaceView): number {
  const values = faceLuminances(view);
  return values.filter((value) => value <= blackMax).length / Math.max(1, values.length);
}
