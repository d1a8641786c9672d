/**
 * Corrects alpha with the edge net, and removes what is then no longer connected to the person. The net takes black walls
 * for hair, so it may add only what the mask takes for the person. Beyond the edge of the photo, the crop repeats the
 * photo's last pixels, so the net adds nothing near this edge. The net has seen few hands beside a head, so a piece that
 * it removed from the inside of the person is put back.
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
/**
 * A pixel is inside of the person if the mask and alpha are at least this, there and up to this distance, as a share of the
 * width.
 */
const insideMin = 0.9;
const insideRadiusShare = 1 / 60;
/** Where the net lowered alpha by more than this, it removed something. */
const removedMin = 0.1;
/** The net adds nothing this close to the edge of the photo, as a share of the crop's width. */
const photoEdgeShare = 1 / 30;

/** @param cut `mattingNet`: with an operator's own net, alpha stays as it is, because the edge net was not trained for it. */
export async function correctEdges(
  cut: RoughCut & { readonly insidePhoto: Plane; readonly mattingNet: MattingNet | null },
): Promise<{ readonly alpha: Plane }> {
  if (cut.mattingNet !== null) return { alpha: cut.alpha };
  const alpha = await correctAlpha(cut);
  const farInside = erode(threshold(cut.insidePhoto, 0.5), Math.round(photoEdgeShare * alpha.width)).data;
  const isPerson = personItself(cut, alpha).data;
  for (let i = 0; i < alpha.data.length; i++) {
    const before = cut.alpha.data[i] ?? 0;
    const corrected = alpha.data[i] ?? 0;
    const canAdd = farInside[i] === 1 && (cut.mask.data[i] ?? 0) >= addedMaskMin;
    if (!canAdd) alpha.data[i] = Math.min(before, corrected);
    if (isPerson[i] === 1) alpha.data[i] = Math.max(before, corrected);
  }
  const solid = threshold(alpha, solidAlpha);
  for (let i = 0; i < solid.data.length; i++) if ((cut.mask.data[i] ?? 0) < solidAlpha) solid.data[i] = 0;
  const kept = connectedTo(solid, threshold(alpha, connectingAlpha)).data;
  for (let i = 0; i < kept.length; i++)
    if (kept[i] !== 1 && (alpha.data[i] ?? 0) > connectingAlpha) alpha.data[i] = 0;
  return { alpha };
}

/**
 * What must not be removed: the inside of the person, and the whole of each piece that the net removed and that reaches
 * into it.
 */
function personItself({ mask, alpha: before }: RoughCut, corrected: Plane): Bitmap {
  const sure = threshold(before, insideMin);
  const removed = { ...sure, data: new Uint8Array(sure.data.length) };
  for (let i = 0; i < sure.data.length; i++) {
    if ((mask.data[i] ?? 0) < insideMin) sure.data[i] = 0;
    if ((before.data[i] ?? 0) - (corrected.data[i] ?? 0) > removedMin) removed.data[i] = 1;
  }
  const inside = erode(sure, Math.round(insideRadiusShare * sure.width));
  const pieces = connectedTo(inside, removed).data;
  for (let i = 0; i < pieces.length; i++) inside.data[i] = (inside.data[i] ?? 0) | (pieces[i] ?? 0);
  return inside;
}
