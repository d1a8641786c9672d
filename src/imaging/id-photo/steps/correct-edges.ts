/**
 * Corrects alpha with the edge net, and removes what is then no longer connected to the person. The net may remove
 * anything, but add only what the mask takes for the person, and nothing along the edge of the photo: on dark photos, and
 * where the crop repeats the photo's last pixels, it takes the wall for hair.
 */

import { correctAlpha, type RoughCut } from '../../nets/edge-net.ts';
import type { MattingNet } from '../../nets/matting-net.ts';
import { connectedTo, erode, threshold } from '../../pixels/morphology.ts';
import type { Plane } from '../../pixels/plane.ts';

/** Alpha above this is the person itself and no hair. */
const solidAlpha = 0.95;
/** Alpha above this connects hair to the person; below it, alpha is hardly visible on the new background. */
const connectingAlpha = 0.1;

/** The net adds nothing where the mask has less than this. */
const addedMaskMin = 0.8;
/** The net adds nothing this close to the edge of the photo, as a share of the crop's width. */
const photoEdgeShare = 1 / 30;

/** @param cut `mattingNet`: with an operator's own net, alpha stays as it is, because the edge net was not trained for it. */
export async function correctEdges(
  cut: RoughCut & { readonly insidePhoto: Plane; readonly mattingNet: MattingNet | null },
): Promise<{ readonly alpha: Plane }> {
  if (cut.mattingNet !== null) return { alpha: cut.alpha };
  const alpha = await correctAlpha(cut);
  const farInside = erode(threshold(cut.insidePhoto, 0.5), Math.round(photoEdgeShare * alpha.width)).data;
  for (let i = 0; i < alpha.data.length; i++) {
    const canAdd = farInside[i] === 1 && (cut.mask.data[i] ?? 0) >= addedMaskMin;
    if (!canAdd) alpha.data[i] = Math.min(cut.alpha.data[i] ?? 0, alpha.data[i] ?? 0);
  }
  const solid = threshold(alpha, solidAlpha);
  for (let i = 0; i < solid.data.length; i++) if ((cut.mask.data[i] ?? 0) < solidAlpha) solid.data[i] = 0;
  const kept = connectedTo(solid, threshold(alpha, connectingAlpha)).data;
  for (let i = 0; i < kept.length; i++)
    if (kept[i] !== 1 && (alpha.data[i] ?? 0) > connectingAlpha) alpha.data[i] = 0;
  return { alpha };
}
