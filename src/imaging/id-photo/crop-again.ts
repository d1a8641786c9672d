/**
 * Crops the photo of a document once more if its finished file shows that the head is not inside the bands of the rule.
 *
 * The first crop follows from measures of the photo, in which the top of the hair is found by a coarse mask in front of
 * any wall. The finished file shows it in front of a flat background, and after payment it is measured there. Where the
 * two differ, a narrow band is missed. The second crop follows from the first and from what was measured in the finished
 * file. There is no third one, so that the time is bounded.
 */

import type { HeadBands } from '../../domain/documents/head-bands.ts';
import {
  clearanceOf,
  type HeadPlace,
  type PlacedHead,
  placesInBands,
  slackOf,
} from '../../domain/documents/place-head.ts';
import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';
import { headPlace } from '../measures/head-size.ts';
import { type ViewedFile, viewFile } from '../measures/viewed-file.ts';
import type { PipelineResult } from '../pipeline.ts';
import { type Crop, type Pyramid, photoPoint } from '../pixels/pyramid.ts';
import { plainCropOf } from './plain-crop.ts';
import { checkEnlargement, fitsPhoto, type HeadCrop } from './steps/crop-head.ts';

/**
 * A length that is at least this many pixels inside its band is not corrected: the top of the hair is measured in whole
 * pixels.
 */
const clearancePxMin = 1;

export interface CropLimits {
  readonly pyramid: Pyramid;
  readonly size: IdPhotoSize;
  readonly enlargementMax: number;
  readonly isCropOnly: boolean;
}

/** A photo that was made with a crop. `jpeg` is its file. */
export interface MadePhoto {
  readonly headCrop: HeadCrop;
  readonly jpeg: Uint8Array;
}

/**
 * @param remake makes the photo with another crop.
 * @returns the photo whose measured head is farther inside the bands, and how the measures see its file. A photo without
 * bands is not measured, and its `viewed` is null.
 */
export async function cropAgain<Made extends MadePhoto>(
  made: Made,
  limits: CropLimits,
  remake: (headCrop: HeadCrop) => Promise<PipelineResult<Made>>,
): Promise<{ readonly best: Made; readonly viewed: ViewedFile | null }> {
  const { bands } = limits.size;
  if (bands === undefined) return { best: made, viewed: null };
  const viewed = await viewFile(made.jpeg);
  const first = { best: made, viewed };
  const head = headIn(viewed);
  if (head === null) return first;
  const headCrop = correctedCrop(made.headCrop, head, bands, limits);
  if (headCrop === null) return first;
  const remade = await remake(headCrop);
  if (remade.kind === 'refused') return first;
  const second = { best: remade.values, viewed: await viewFile(remade.values.jpeg) };
  const other = headIn(second.viewed);
  return other !== null && slackOf(other, bands) > slackOf(head, bands) ? second : first;
}

function headIn({ view }: ViewedFile): PlacedHead | null {
  if (view === null) return null;
  const { eyesAboveBottom: eyes, ...place } = headPlace(view);
  return { ...place, eyes };
}

/**
 * @param head as it was measured in the finished photo.
 * @returns null if the head is well inside the bands, or if no other crop is possible.
 */
export function correctedCrop(
  { crop, ...first }: HeadCrop,
  head: PlacedHead,
  bands: HeadBands,
  { pyramid, size, enlargementMax, isCropOnly }: CropLimits,
): HeadCrop | null {
  if (clearanceOf(head, bands) * size.heightPx >= clearancePxMin) return null;
  const [photo] = pyramid.levels;
  const asCut = isCropOnly ? plainCropOf(crop) : crop;
  for (const place of placesOf(head, bands)) {
    const moved = movedCrop(asCut, head, place);
    const headCrop = { ...first, crop: moved, enlargement: (first.enlargement * crop.height) / moved.height };
    if ('refusal' in checkEnlargement(headCrop, enlargementMax)) continue;
    if (fitsPhoto(moved, photo, isCropOnly)) return headCrop;
  }
  return null;
}

/** The places inside the bands, best first, of which those near the present place are better. */
function placesOf(head: PlacedHead, bands: HeadBands): readonly HeadPlace[] {
  const eyesDown = 1 - head.eyes;
  const eyeToChin = head.above + head.hairToChin - eyesDown;
  if (eyeToChin <= 0) return [];
  const lengths = { hair: (eyesDown - head.above) / eyeToChin, faceWidth: head.faceWidth / eyeToChin };
  return placesInBands(lengths, bands, { headShare: head.hairToChin, crownMargin: head.above });
}

/** The crop in which a head that is measured at its present place is at another place. */
function movedCrop(crop: Crop, head: PlacedHead, { headShare, crownMargin }: HeadPlace): Crop {
  const scale = head.hairToChin / headShare;
  const top = head.above - crownMargin * scale;
  const centre = photoPoint(crop, 0.5, top + scale / 2);
  return {
    centreX: centre.x,
    centreY: centre.y,
    width: crop.width * scale,
    height: crop.height * scale,
    rollRad: crop.rollRad,
  };
}
