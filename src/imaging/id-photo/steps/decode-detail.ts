/**
 * Decodes the photo around the crop again if its head is small. Faces are found on a shrunken photo; if the crop has
 * fewer rows there than the result needs, this step decodes this part of the photo as large as the crop needs.
 */

import type { Crop, Pyramid } from '../../pixels/pyramid.ts';
import { buildPyramid } from '../../pixels/pyramid.ts';
import type { Refused } from '../../refused.ts';
import { boxAround, cropInPart, decodePart, scaleBetween, scaledCrop } from './decode-part.ts';
import type { QuarterTurns } from './find-person.ts';
import { widestWindow } from './segment-person.ts';

/**
 * The crop, and the part of the photo around it, decoded at the resolution that the result needs or, if the file
 * has less, at full size.
 */
export interface CropDetail {
  readonly pyramid: Pyramid;
  readonly crop: Crop;
}

export interface ShrunkenPhoto {
  readonly sourceFile: string;
  readonly pyramid: Pyramid;
  /** How far the decoded photo was turned to be upright. */
  readonly turns: QuarterTurns;
  readonly originalLongSidePx: number;
}

/** The smallest share of the needed rows that is enough. With fewer rows, the result is visibly softer. */
const rowsShareMin = 0.8;

export async function decodeDetail(
  { sourceFile, pyramid, turns, originalLongSidePx }: ShrunkenPhoto,
  crop: Crop,
  neededRows: number,
): Promise<{ readonly detail: CropDetail } | Refused> {
  const [shrunken] = pyramid.levels;
  const isEnough =
    crop.height >= rowsShareMin * neededRows ||
    originalLongSidePx <= Math.max(shrunken.width, shrunken.height);
  if (isEnough) return { detail: { pyramid, crop } };
  const part = await decodePart({ sourceFile, turns }, (original) => {
    const scale = scaleBetween(original, shrunken);
    const box = boxAround(scaledCrop(widestWindow(crop), scale), original);
    const shrink = Math.min(1, neededRows / (crop.height * scale));
    return { box, size: { width: Math.ceil(box.width * shrink), height: Math.ceil(box.height * shrink) } };
  });
  if ('refusal' in part) return part;
  const inFile = scaledCrop(crop, scaleBetween(part.original, shrunken));
  return { detail: { pyramid: buildPyramid(part.photo), crop: cropInPart(inFile, part) } };
}
