/**
 * Refuses a face that is certainly blurred, or whose eyes are certainly closed. For a face that is only
 * possibly blurred or closed-eyed, the photo is sold and `warnings.ts` warns about it.
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
} as const;

export function checkFace(quality: FaceQuality): Passed | Refused {
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
