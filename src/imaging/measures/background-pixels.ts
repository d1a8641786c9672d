/** Decides with the coarse mask of the person which pixels of a photo are certainly background. */

import type { FaceView } from './face-view.ts';

const personMax = 0.05;
/**
 * The mask is coarse, so a pixel counts as background only if it is at least this far from the person, as a share
 * of the side of the mask.
 */
const distanceShare = 0.03;

export function isBackground({ photo, person }: FaceView, x: number, y: number): boolean {
  const u = (x + 0.5) / photo.width;
  const v = (y + 0.5) / photo.height;
  for (const [du, dv] of [
    [0, 0],
    [distanceShare, 0],
    [-distanceShare, 0],
    [0, distanceShare],
  ] as const) {
    const column = Math.min(person.width - 1, Math.max(0, Math.floor((u + du) * person.width)));
    const row = Math.min(person.height - 1, Math.max(0, Math.floor((v + dv) * person.height)));
    if ((person.data[row * person.width + column] ?? 0) > personMax) return false;
  }
  return true;
}
