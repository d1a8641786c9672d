/**
 * Judges the cut of a photo by the quality gate, always in the same crop and at the same scale, which do not depend on
 * the ordered size and its matte. The same photo therefore gets the same verdict at every size, in the check and after
 * payment.
 *
 * The crop of the judgement is that of a one-inch photo. A size that shows more of the wall, such as a square photo, is
 * judged in its own crop as well, because a flaw there is not visible at the other sizes.
 */

import { oneInch } from '../../domain/goods/id-photo.ts';
import { type Passed, passed } from '../pipeline.ts';
import type { Refused } from '../refused.ts';
import { type CutOut, type MatteRequest, mattePipeline } from './cut-out.ts';
import { mattingSizeOf } from './matting-size.ts';
import { checkMatte } from './steps/check-matte.ts';
import { cropHead, type HeadCrop } from './steps/crop-head.ts';

/** The scale of the judgement: one row of the matte for each row of a one-inch photo. */
const judgedRows = mattingSizeOf(oneInch, 1).height;
/**
 * A crop that is up to this factor wider than the judged crop shows in addition only a strip of wall and shoulder.
 * The sizes of the shop differ by at most 1.1, except the square one.
 */
const widerMax = 1.125;

/** The values of a photo that the judgement needs. */
export type JudgedPhoto = Omit<MatteRequest, 'size' | 'matteSize' | 'headCrop'>;

/** The judgement in the crop of a one-inch photo; null: the photo has no room for this crop. */
export type OneInchJudgement = {
  readonly verdict: Passed | Refused;
  readonly headCrop: HeadCrop;
} | null;

/**
 * @param cutOut `inOneInch`: the judgement of the photo in the crop of a one-inch photo. Absent: it is made.
 * @returns this judgement, for another cut-out of the same photo.
 */
export async function judgeCut(
  cutOut: CutOut & { readonly inOneInch?: OneInchJudgement },
): Promise<{ readonly inOneInch: OneInchJudgement } | Refused> {
  const { inOneInch = await judgeAsOneInch(cutOut, cutOut) } = cutOut;
  const verdict = await judgeBeside(cutOut, inOneInch);
  return 'refusal' in verdict ? verdict : { inOneInch };
}

/** Judges a cut-out whose photo has already been judged in the crop of a one-inch photo. */
export async function judgeBeside(cutOut: CutOut, inOneInch: OneInchJudgement): Promise<Passed | Refused> {
  const own = cutOut.headCrop;
  if (inOneInch !== null) {
    if ('refusal' in inOneInch.verdict) return inOneInch.verdict;
    if (!showsMoreWall(own, inOneInch.headCrop)) return passed;
  }
  return (await judgeIn(cutOut, own, cutOut)) ?? checkMatte(cutOut);
}

/**
 * @param made the cut-out that was made for an order; null: none. If it has the crop and the scale of the judgement, it
 * is judged and no other cut-out is computed.
 */
export async function judgeAsOneInch(photo: JudgedPhoto, made: CutOut | null): Promise<OneInchJudgement> {
  const cropped = cropHead(photo, oneInch);
  if ('refusal' in cropped) return null;
  const verdict = await judgeIn(photo, cropped.headCrop, made);
  return verdict === null ? null : { verdict, headCrop: cropped.headCrop };
}

/** Whether the crop is so much wider than the judged one that the cut is judged in this crop as well. */
export function showsMoreWall({ crop }: HeadCrop, judged: HeadCrop): boolean {
  return crop.width > widerMax * judged.crop.width;
}

/** @returns null if the edge of the photo cuts the person in this crop. */
async function judgeIn(
  photo: JudgedPhoto,
  headCrop: HeadCrop,
  made: CutOut | null,
): Promise<Passed | Refused | null> {
  const { crop } = headCrop;
  const matteSize = { width: Math.round((judgedRows * crop.width) / crop.height), height: judgedRows };
  if (made !== null && isSame(made, headCrop, matteSize)) return checkMatte(made);
  const matte = await mattePipeline.run({ ...photo, size: oneInch, matteSize, headCrop });
  return matte.kind === 'refused' ? null : checkMatte(matte.values);
}

function isSame(
  made: CutOut,
  { crop }: HeadCrop,
  size: { readonly width: number; readonly height: number },
): boolean {
  const { crop: other } = made.headCrop;
  const isSameCrop =
    crop.centreX === other.centreX && crop.centreY === other.centreY && crop.height === other.height;
  return isSameCrop && made.matteSize.width === size.width && made.matteSize.height === size.height;
}
