/** Neutral expression: the width of the mouth in distances between the outer corners of the eyes; larger in a smile. */

import { type FaceView, meshPoint } from './face-view.ts';

export function mouthWidth(view: FaceView): number {
  const width = (a: number, b: number) => {
    const [from, to] = [meshPoint(view, a), meshPoint(view, b)];
    return Math.hypot(to.x - from.x, to.y - from.y);
  };
  return width(61, 291) / width(33, 263);
}
