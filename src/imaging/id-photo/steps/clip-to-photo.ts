/**
 * Removes from the mask everything outside the photo, and refuses a photo whose edge cuts through the person within
 * the crop: a straight edge through a shoulder or through hair is visible on every background.
 */

import { threshold } from '../../pixels/morphology.ts';
import type { Plane } from '../../pixels/plane.ts';
import { type Refused, refused } from '../../refused.ts';
import type { MaskAtEdge } from '../mask-at-edge.ts';

/**
 * The largest allowed `edgeShare` in a check: 4 % of the crop's height. Where the photo's edge cuts the person along a
 * shorter line, it usually cuts only a sleeve.
 */
const checkedShareMax = 0.04;
/**
 * The same for an order. The order decodes more pixels than the check, so its mask differs slightly. A photo that has passed
 * the check must not be refused after payment.
 */
export const orderedShareMax = 1.1 * checkedShareMax;

export interface ClippedMask {
  readonly mask: Plane;
  /** The length along which the photo's edge cuts the person, as a share of the crop's height. */
  readonly edgeShare: number;
}

export function clipToPhoto(
  mask: Plane,
  insidePhoto: Plane,
  edge: MaskAtEdge,
  edgeShareMax: number = checkedShareMax,
): ClippedMask | Refused {
  const edgeShare = edgeShareOf(edge.mask, edge.insidePhoto);
  if (edgeShare > edgeShareMax) return refused('face_cut_off');
  const data = mask.data.slice();
  const inside = insidePhoto.data;
  for (let i = 0; i < data.length; i++) if (inside[i] === 0) data[i] = 0;
  return { mask: { ...mask, data }, edgeShare };
}

function edgeShareOf({ width, height, data }: Plane, insidePhoto: Plane): number {
  const inside = threshold(insidePhoto, 0.5).data;
  let cut = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (inside[i] !== 1) continue;
      const isAtEdge =
        (x > 0 && inside[i - 1] === 0) ||
        (x < width - 1 && inside[i + 1] === 0) ||
        (y > 0 && inside[i - width] === 0) ||
        (y < height - 1 && inside[i + width] === 0);
      if (isAtEdge && (data[i] ?? 0) >= 0.5) cut++;
    }
  }
  return cut / height;
}
