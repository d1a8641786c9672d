/**
 * Refuses a face that is too dark to recognise, certainly blurred, or whose eyes are certainly closed. For a face that is
 * only dark, possibly blurred or possibly closed-eyed, the photo is sold and `warnings.ts` warns about it.
 */

import { type Passed, passed } from '../../pipeline.ts';
import { type Refused, refused } from '../../refused.ts';
import type { FaceQuality } from './measure-face.ts';

export const faceLimits = {
  eyeClosureMax: 0.02,
  /**
   * In a face that is more blurred or darker than these limits, it is unknown whether the eyes are closed.
   */
  eyesSharpnessMin: 0.03,
  eyesLuminanceMin: 0.25,
  sharpnessMin: 0.006,
  /** A sixteenth of the light that the lightest parts of a well exposed face have. */
  lightestMin: 0.2,
} as const;

export function checkFace(quality: FaceQuality): Passed | Refused {
  // A dark face has little detail, so check the light before the sharpness.
  if (quality.lightest < faceLimits.lightestMin) return refused('face_too_dark');
  if (quality.sharpness < faceLimits.sharpnessMin) return refused('too_blurred');
  return hasClosedEyes(quality, faceLimits.eyeClosureMax) ? refused('eyes_closed') : passed;
}

/** Returns false also for a face that is too blurred or too dark to see the eyes. */
export function hasClosedEyes(
  { eyeClosure, sharpness, luminance }: Pick<FaceQuality, 'eyeClosure' | 'sharpness' | 'luminance'>,
  limit: number,
): boolean {
  const canJudge = sharpness > faceLimits.eyesSharpnessMin && luminance > faceLimits.eyesLuminanceMin;
  return canJudge && eyeClosure > limit;
}
