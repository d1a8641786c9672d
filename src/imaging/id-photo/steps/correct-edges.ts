/**
 * Corrects alpha with the edge net, and removes what is then no longer connected to the person. The net may add only what
 * the mask takes for the person, because it takes black walls for hair, and nothing along the edge of the photo, where
 * the crop repeats the photo's last pixels. A piece that reaches to where the mask and alpha are certain is not removed:
 * the net has seen few hands beside a head.
 */

import { correctAlpha, type RoughCut } from '../../nets/edge-net.ts';
import type { MattingNet } from '../../nets/matting-net.ts';
import { type Bitmap, connectedTo, erode, threshold } from '../../pixels/morphology.ts';
import type { Plane } from '../../pixels/plane.ts';

/** Alpha above this is the person itself and no hair. */
const solidAlpha = 0.95;
/** Alpha above this connects hair to the person; below it, alpha is hardly visible on the new background. */
const connectingAlpha = 0.1;

/** The net adds nothing where the mask has less than this. */
const addedMaskMin = 0.5;
/** The mask and alpha are certain from this value on, if it is reached up to this distance, as a share of the width. */
const certain = 0.9;
const certainRadiusShare = 1 / 60;
/** Where the net lowered alpha by more than this, it removed something. */
const removedMin = 0.2;
/** The net adds nothing this close to the edge of the photo, as a share of the crop's width. */
const photoEdgeShare = 1 / 30;

/** @param cut `mattingNet`: with an operator's own net, alpha stays as it is, because the edge net was not trained for it. */
export async function correctEdges(
  cut: RoughCut & { readonly insidePhoto: Plane; readonly mattingNet: MattingNet | null },
): Promise<{ readonly alpha: Plane }> {
  if (cut.mattingNet !== null) return { alpha: cut.alpha };
  const alpha = await correctAlpha(cut);
  const farInside = erode(threshold(cut.insidePhoto, 0.5), Math.round(photoEdgeShare * alpha.width)).data;
  const isKept = wronglyRemoved(cut, alpha).data;
  for (let i = 0; i < alpha.data.length; i++) {
    const [before, corrected] = [cut.alpha.data[i] ?? 0, alpha.data[i] ?? 0];
    const canAdd = farInside[i] === 1 && (cut.mask.data[i] ?? 0) >= addedMaskMin;
    if (!canAdd) alpha.data[i] = Math.min(before, corrected);
    if (isKept[i] === 1) alpha.data[i] = Math.max(before, corrected);
  }
  const solid = threshold(alpha, solidAlpha);
  for (let i = 0; i < solid.data.length; i++) if ((cut.mask.data[i] ?? 0) < solidAlpha) solid.data[i] = 0;
  const kept = connectedTo(solid, threshold(alpha, connectingAlpha)).data;
  for (let i = 0; i < kept.length; i++)
    if (kept[i] !== 1 && (alpha.data[i] ?? 0) > connectingAlpha) alpha.data[i] = 0;
  return { alpha };
}

/** The pieces that the net removed and that reach into the part where the mask and alpha are certain. */
function wronglyRemoved({ mask, alpha: before }: RoughCut, corrected: Plane): Bitmap {
  const sure = threshold(before, certain);
  const removed = { ...sure, data: new Uint8Array(sure.data.length) };
  for (let i = 0; i < sure.data.length; i++) {
    if ((mask.data[i] ?? 0) < certain) sure.data[i] = 0;
    if ((before.data[i] ?? 0) - (corrected.data[i] ?? 0) > removedMin) removed.data[i] = 1;
  }
  return connectedTo(erode(sure, Math.round(certainRadiusShare * sure.width)), removed);
}
