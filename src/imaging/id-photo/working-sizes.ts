/**
 * Finds the sizes of the shop for which a photo works, if the ordered size is the reason for a refusal: the face is too
 * small for it, the photo ends within its crop, or it shows more of the wall than other sizes.
 */

import { type IdPhotoSizeName, idPhotoSizeNames, idPhotoSizes } from '../../domain/goods/id-photo.ts';
import { type Crop, type Pyramid, photoPoint } from '../pixels/pyramid.ts';
import type { Refused } from '../refused.ts';
import { type JudgedPhoto, judgeAsOneInch, showsMoreWall } from './judge-cut.ts';
import { printEnlargementMax } from './pipeline.ts';
import { checkFace } from './steps/check-face.ts';
import { checkEnlargement, cropHead, type HeadCrop } from './steps/crop-head.ts';

/** Reasons that another size can avoid. */
const reasonsOfSize: ReadonlySet<string> = new Set([
  'face_too_small',
  'face_cut_off',
  'rule_missed',
  'cut_out_failed',
]);

/**
 * Lists only sizes whose crop lies inside the photo or the judged crop, so that no edge of the photo cuts the person. A
 * size that is not listed may work as well.
 * @returns no `sizes` if no size is found, or if the photo is refused for a reason that is the same at every size.
 */
export async function workingSizes(
  photo: JudgedPhoto,
  { refusal }: Pick<Refused, 'refusal'>,
): Promise<{ readonly sizes?: readonly IdPhotoSizeName[] }> {
  if (!reasonsOfSize.has(refusal) || 'refusal' in checkFace(photo.faceQuality)) return {};
  const crops = new Map<IdPhotoSizeName, HeadCrop>();
  for (const name of idPhotoSizeNames) {
    const cropped = cropHead(photo, idPhotoSizes[name]);
    if ('refusal' in cropped || 'refusal' in checkEnlargement(cropped.headCrop, printEnlargementMax))
      continue;
    crops.set(name, cropped.headCrop);
  }
  if (crops.size === 0) return {};
  const judged = await judgeAsOneInch(photo, null);
  if (judged === null || 'refusal' in judged.verdict) return {};
  // Square photos are left out: judging their own crops would take as long as everything else together.
  const works = (own: HeadCrop) =>
    !showsMoreWall(own, judged.headCrop) &&
    (isWithin(own.crop, judged.headCrop.crop) || isInside(own.crop, photo.pyramid));
  const sizes = [...crops].filter(([, own]) => works(own)).map(([name]) => name);
  return sizes.length === 0 ? {} : { sizes };
}

/** Whether the crop shows no more than the judged one, in which no edge of the photo cuts the person. */
function isWithin(crop: Crop, judged: Crop): boolean {
  const rounding = 1.005;
  return crop.width <= rounding * judged.width && crop.height <= rounding * judged.height;
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
