/**
 * Measures the face as a picture: eyes, sharpness and luminance. The face is sampled as a level square of about the
 * size of a face in a sold one-inch photo, so that one limit applies to every photo.
 */

import type { MeasuredFace } from '../../nets/face-mesh.ts';
import { type Crop, type Pyramid, sampleCrop } from '../../pixels/pyramid.ts';
import { eyeClosure } from '../eye-closure.ts';

export interface FaceQuality {
  /** Above 0 for closed or lowered eyes; see `eye-closure.ts`. */
  readonly eyeClosure: number;
  /**
   * Mean square of the luminance's second differences divided by its variance: the more blurred the face,
   * the smaller the value.
   */
  readonly sharpness: number;
  /** Mean luminance of the face, sRGB 0–1. */
  readonly luminance: number;
  /** Difference between the mean luminances of the face's left and right half, 0–1. */
  readonly luminanceTilt: number;
  /** Share of the face whose luminance is clipped (above 0.98). */
  readonly clippedShare: number;
}

const sidePx = 160;
/** The square is 1.25 times as large as the face's outline. */
const squarePerFace = 1.25;

export function measureFace(pyramid: Pyramid, face: MeasuredFace): FaceQuality {
  const size = { width: sidePx, height: sidePx };
  const { data } = sampleCrop(pyramid, squareOf(face), size, { outside: 'repeat' });
  const luminance = new Float32Array(sidePx * sidePx);
  for (let i = 0, j = 0; i < luminance.length; i++, j += 3) {
    luminance[i] = 0.299 * (data[j] ?? 0) + 0.587 * (data[j + 1] ?? 0) + 0.114 * (data[j + 2] ?? 0);
  }
  return {
    eyeClosure: eyeClosure(pyramid, face),
    sharpness: sharpnessOf(luminance),
    ...exposureOf(luminance),
  };
}

function squareOf(face: MeasuredFace): Crop {
  const centreX = face.eyes.x + (face.chin.x - face.eyes.x) * 0.3;
  const centreY = face.eyes.y + (face.chin.y - face.eyes.y) * 0.3;
  const side = squarePerFace * 1.7 * face.eyeToChin;
  return { centreX, centreY, width: side, height: side, rollRad: face.rollRad };
}

/** True within a circle inside the face. Outside the circle, hair and wall have other edges. */
function isFace(x: number, y: number): boolean {
  return (x - sidePx / 2) ** 2 + (y - sidePx / 2) ** 2 < (0.36 * sidePx) ** 2;
}

function sharpnessOf(luminance: Float32Array): number {
  let [sum, square, bend, count] = [0, 0, 0, 0];
  for (let y = 1; y < sidePx - 1; y++) {
    for (let x = 1; x < sidePx - 1; x++) {
      if (!isFace(x, y)) continue;
      const i = y * sidePx + x;
      const value = luminance[i] ?? 0;
      const around =
        (luminance[i - 1] ?? 0) +
        (luminance[i + 1] ?? 0) +
        (luminance[i - sidePx] ?? 0) +
        (luminance[i + sidePx] ?? 0);
      sum += value;
      square += value * value;
      bend += (around - 4 * value) ** 2;
      count++;
    }
  }
  const variance = square / count - (sum / count) ** 2;
  return bend / count / (variance + 1e-3);
}

function exposureOf(values: Float32Array): Pick<FaceQuality, 'luminance' | 'luminanceTilt' | 'clippedShare'> {
  let [left, right, leftCount, rightCount, clipped] = [0, 0, 0, 0, 0];
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      if (!isFace(x, y)) continue;
      const value = values[y * sidePx + x] ?? 0;
      if (value > 0.98) clipped++;
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
    luminance: (left + right) / count,
    luminanceTilt: Math.abs(left / leftCount - right / rightCount),
    clippedShare: clipped / count,
  };
}
