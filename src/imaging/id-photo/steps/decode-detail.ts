/**
 * Decodes the photo again if its head is small. Faces are found on a shrunken photo; if the crop has fewer rows
 * there than the result needs, this step decodes the photo as large as the crop needs.
 */

import { buildPyramid, type Crop, type Pyramid, rotatePhoto } from '../../pixels/pyramid.ts';
import type { Refused } from '../../refused.ts';
import { decodePhoto } from './decode-photo.ts';
import type { QuarterTurns } from './find-person.ts';

/**
 * The crop, and the photo that contains it, decoded at the resolution that the result needs or, if the file
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
/** The maximum long side of the second decoding, which limits its memory: 36 MB for a photo of 4 : 3. */
const longSidePxMax = 4000;

export async function decodeDetail(
  { sourceFile, pyramid, turns, originalLongSidePx }: ShrunkenPhoto,
  crop: Crop,
  neededRows: number,
): Promise<{ readonly detail: CropDetail } | Refused> {
  const longSide = (photo: { readonly width: number; readonly height: number }) =>
    Math.max(photo.width, photo.height);
  const shrunkenLongSide = longSide(pyramid.levels[0]);
  const isEnough = crop.height >= rowsShareMin * neededRows || originalLongSidePx <= shrunkenLongSide;
  if (isEnough) return { detail: { pyramid, crop } };
  const neededLongSide = Math.ceil((shrunkenLongSide * neededRows) / crop.height);
  const decoded = await decodePhoto(sourceFile, Math.min(neededLongSide, longSidePxMax));
  if ('refusal' in decoded) return decoded;
  const scale = longSide(decoded.photo) / shrunkenLongSide;
  return {
    detail: {
      pyramid: buildPyramid(rotatePhoto(decoded.photo, turns)),
      crop: {
        centreX: crop.centreX * scale,
        centreY: crop.centreY * scale,
        width: crop.width * scale,
        height: crop.height * scale,
        rollRad: crop.rollRad,
      },
    },
  };
}
