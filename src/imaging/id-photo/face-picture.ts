/**
 * What the face looks like as a picture: eyes, direction, sharpness, light. Measured on a level square about
 * the face at about the size that is sold, so that one limit holds for every photo. Refuses where it is sure;
 * `check-photo.ts` warns where it is not.
 */

import type { MeasuredFace } from '../face-mesh.ts';
import { type Pyramid, sampleFraming } from '../pyramid.ts';
import { eyesShut } from './eyes.ts';
import { type Refused, refused } from './refused.ts';

export interface FacePicture {
  /** See `eyes.ts`: above 0 for shut or lowered eyes. */
  readonly eyesShut: number;
  /** Mean square of the second differences of lightness (0–1) by its variance: falls as a face is blurred. */
  readonly sharpness: number;
  /** Mean lightness of the face, sRGB 0–1. */
  readonly light: number;
  /** Difference between the lightness of the two halves of the face, 0–1. */
  readonly lightTilt: number;
  /** Share of the face that is burnt out (all channels above 0.98). */
  readonly burntShare: number;
}

/** The face's square is 1.25 times its outline: about the size of a face in a sold one-inch photo. */
const sidePx = 160;
const squarePerFace = 1.25;

export const faceLimits = {
  eyesShutMax: 0.02,
  /** Below these the eyes cannot be judged. */
  eyesSharpnessMin: 0.03,
  eyesLightMin: 0.25,
  sharpnessMin: 0.006,
} as const;

export function measureFacePicture(pyramid: Pyramid, face: MeasuredFace): FacePicture {
  const square = squareOf(face);
  const size = { width: sidePx, height: sidePx };
  const { data } = sampleFraming(pyramid, square, size, { outside: 'repeat' });
  const lightness = new Float32Array(sidePx * sidePx);
  for (let i = 0, j = 0; i < lightness.length; i++, j += 3) {
    lightness[i] = 0.299 * (data[j] ?? 0) + 0.587 * (data[j + 1] ?? 0) + 0.114 * (data[j + 2] ?? 0);
  }
  return { eyesShut: eyesShut(pyramid, face), sharpness: sharpnessOf(lightness), ...lightOf(lightness) };
}

function squareOf(face: MeasuredFace) {
  const centreX = face.eyes.x + (face.chin.x - face.eyes.x) * 0.3;
  const centreY = face.eyes.y + (face.chin.y - face.eyes.y) * 0.3;
  const side = squarePerFace * 1.7 * face.eyeToChin;
  return { centreX, centreY, width: side, height: side, rollRad: face.rollRad };
}

/** Within the inscribed circle: hair and wall have edges of their own. */
function isFace(x: number, y: number): boolean {
  return (x - sidePx / 2) ** 2 + (y - sidePx / 2) ** 2 < (0.36 * sidePx) ** 2;
}

function sharpnessOf(lightness: Float32Array): number {
  let [sum, square, bend, count] = [0, 0, 0, 0];
  for (let y = 1; y < sidePx - 1; y++) {
    for (let x = 1; x < sidePx - 1; x++) {
      if (!isFace(x, y)) continue;
      const i = y * sidePx + x;
      const value = lightness[i] ?? 0;
      const around =
        (lightness[i - 1] ?? 0) +
        (lightness[i + 1] ?? 0) +
        (lightness[i - sidePx] ?? 0) +
        (lightness[i + sidePx] ?? 0);
      sum += value;
      square += value * value;
      bend += (around - 4 * value) ** 2;
      count++;
    }
  }
  const variance = square / count - (sum / count) ** 2;
  return bend / count / (variance + 1e-3);
}

function lightOf(lightness: Float32Array): Pick<FacePicture, 'light' | 'lightTilt' | 'burntShare'> {
  let [left, right, leftCount, rightCount, burnt] = [0, 0, 0, 0, 0];
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      if (!isFace(x, y)) continue;
      const value = lightness[y * sidePx + x] ?? 0;
      if (value > 0.98) burnt++;
      if (x < sidePx / 2) {
        left += value;
        leftCount++;
      } else {
        right += value;
        rightCount++;
      }
    }
  }
  const count = leftCount + rightCount;
  return {
    light: (left + right) / count,
    lightTilt: Math.abs(left / leftCount - right / rightCount),
    burntShare: burnt / count,
  };
}

/** Only what is certain: a doubtful face is warned of, and sold. */
export function judgeFace(picture: FacePicture): Refused | undefined {
  if (picture.sharpness < faceLimits.sharpnessMin) return refused('too_blurred');
  return lookShut(picture, faceLimits.eyesShutMax) ? refused('eyes_closed') : undefined;
}

export function lookShut({ eyesShut, sharpness, light }: FacePicture, limit: number): boolean {
  const canTell = sharpness > faceLimits.eyesSharpnessMin && light > faceLimits.eyesLightMin;
  return canTell && eyesShut > limit;
}
