/** Mouth closed: the distance between the inner edges of the lips, in eye-to-chin distances; 0 is closed. */

import { type FaceView, meshPoint } from './face-view.ts';

/** Upper and lower inner lip: the middle, and a step to each side. */
const pairs = [
  [13, 14],
  [82, 87],
  [312, 317],
] as const;

export function mouthOpening(view: FaceView): number {
  const gaps = pairs.map(([upper, lower]) => {
    const [a, b] = [meshPoint(view, upper), meshPoint(view, lower)];
    return Math.hypot(a.x - b.x, a.y - b.y);
  });
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / eyeToChinPx;
}

/** The crop is sampled so that the eyes are this far from the chin. */
const eyeToChinPx = 80;
