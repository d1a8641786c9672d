/**
 * Finds the sizes of the shop for which a photo works, if the ordered size is the reason of a refusal: the face is too
 * small for it, the photo ends within its crop, or it shows more of the wall than other sizes.
 */

import {
  type IdPhotoSize,
  type IdPhotoSizeName,
  idPhotoSizeNames,
  idPhotoSizes,
} from '../../domain/goods/id-photo.ts';
import { type Crop, type Pyramid, photoPoint } from '../pixels/pyramid.ts';
import type { Refused } from '../refused.ts';
import { type JudgedPhoto, judgeAsOneInch, judgeIn, showsMoreWall } from './judge-cut.ts';
import { printEnlargementMax } from './pipeline.ts';
import { checkFace } from './steps/check-face.ts';
import { checkEnlargement, cropHead } from './steps/crop-head.ts';

/** Reasons that another size can avoid. */
const reasonsOfSize: ReadonlySet<string> = new Set([
  'face_too_small',
  'face_cut_off',
  'rule_missed',
  'cut_out_failed',
]);

/** @returns no `sizes` if the photo works at none, or is refused for a reason that is the same at every size. */
export async function workingSizes(
  photo: JudgedPhoto,
  { refusal }: Pick<Refused, 'refusal'>,
): Promise<{ readonly sizes?: readonly IdPhotoSizeName[] }> {
  if (!reasonsOfSize.has(refusal) || 'refusal' in checkFace(photo.faceQuality)) return {};
  const names: IdPhotoSizeName[] = [];
  for (const name of idPhotoSizeNames) if (await isLargeEnough(photo, idPhotoSizes[name])) names.push(name);
  if (names.length === 0) return {};
  const judged = await judgeAsOneInch(photo, null);
  if (judged !== null && 'refusal' in judged.verdict) return {};
  const works = remembered(async (size) => {
    const cropped = await cropHead(photo.pyramid, photo.face, size, photo.originalLongSidePx);
    if ('refusal' in cropped) return false;
    const { headCrop } = cropped;
    if (
      judged !== null &&
      !showsMoreWall(headCrop, judged.headCrop) &&
      isInside(headCrop.crop, photo.pyramid)
    ) {
      return true;
    }
    const verdict = await judgeIn(photo, headCrop, null);
    return verdict !== null && !('refusal' in verdict);
  });
  const sizes: IdPhotoSizeName[] = [];
  for (const name of names) if (await works(idPhotoSizes[name])) sizes.push(name);
  return sizes.length === 0 ? {} : { sizes };
}

/** Most sizes have the shape and the place of the head of another one, so few crops are judged. */
function remembered(works: (size: IdPhotoSize) => Promise<boolean>): (size: IdPhotoSize) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (size) => {
    const shape = (size.widthPx / size.heightPx).toFixed(2);
    const key = `${shape} ${size.headShare} ${size.crownMargin}`;
    const verdict = known.get(key) ?? works(size);
    known.set(key, verdict);
    return verdict;
  };
}

async function isLargeEnough(photo: JudgedPhoto, size: IdPhotoSize): Promise<boolean> {
  const cropped = await cropHead(photo.pyramid, photo.face, size, photo.originalLongSidePx);
  return !('refusal' in cropped) && !('refusal' in checkEnlargement(cropped.headCrop, printEnlargementMax));
}

/** Whether the whole crop lies inside the photo, so that no edge of the photo can cut the person. */
function isInside(crop: Crop, { levels: [photo] }: Pyramid): boolean {
  return [0, 1].every((u) =>
    [0, 1].every((v) => {
      const { x, y } = photoPoint(crop, u, v);
      return x >= 0 && y >= 0 && x <= photo.width && y <= photo.height;
    }),
  );
}
