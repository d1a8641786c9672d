/** Dynamic range: the entropy of the face's luminance in 256 levels, 0–8 bits. */

import { type FaceView, faceLuminances } from './face-view.ts';

const levels = 256;

export function dynamicRange(view: FaceView): number {
  const values = faceLuminances(view);
  const counts = new Array<number>(levels).fill(0);
  for (const value of values) {
    const level = Math.min(levels - 1, Math.floor(value * levels));
    counts[level] = (counts[level] ?? 0) + 1;
  }
  return counts.reduce((bits, count) => {
    const share = count / values.length;
    return share === 0 ? bits : bits - share * Math.log2(share);
  }, 0);
}
