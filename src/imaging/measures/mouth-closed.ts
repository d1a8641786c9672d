/** Mouth closed: the distance between the inner edges of the lips, in eye-to-chin distances; 0 is closed. */

import { type FaceView, meshPoint } from './face-view.ts';

/**
 * Opposite points of the mesh on the inner edges of the upper and the lower lip: in the middle, and one to each
 * side.
 */
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

/** The distance from the eyes to the chin in the sampled crop. */
const eyeToChinPx = 80;
