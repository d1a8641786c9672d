/** Inter-eye distance: between the centres of the eyes, in pixels of the photo. */

import type { FaceView } from './face-view.ts';

export function interEyeDistance({ face: { eyeCorners } }: FaceView): number {
  const [right, left] = eyeCorners.map(([a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }));
  return right === undefined || left === undefined ? 0 : Math.hypot(left.x - right.x, left.y - right.y);
}
