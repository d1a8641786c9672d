/**
 * Measures the face as a picture: eyes, sharpness and luminance. The face is sampled as a level square of about the
 * size of a face in a sold one-inch photo, so that one limit applies to every photo.
 */

import type { MeasuredFace } from '../../nets/face-mesh.ts';
import { fillPolygon, type PolygonPoint } from '../../pixels/polygon.ts';
import { type Crop, cropPoint, type Pyramid, sampleCrop } from '../../pixels/pyramid.ts';
import { eyeClosure } from '../eye-closure.ts';
import { lightestOf } from '../lightest.ts';

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
  /** Luminance of the face's lightest parts, sRGB 0–1; see `lightest.ts`. */
  readonly lightest: number;
  /**
   * Difference between the mean luminances of the face's left and right half, divided by their sum: 0–1, alike for dark
   * and light skin.
   */
  readonly luminanceTilt: number;
  /** Share of the face whose luminance is clipped (above 0.98). */
  readonly clippedShare: number;
}

const sidePx = 160;
/** The square is 1.25 times as large as the face's outline. */
const squarePerFace = 1.25;

export function measureFace(pyramid: Pyramid, face: MeasuredFace): FaceQuality {
  const size = { width: sidePx, height: sidePx };
  const square = squareOf(face);
  const { data } = sampleCrop(pyramid, square, size, { outside: 'repeat' });
  const luminance = new Float32Array(sidePx * sidePx);
  for (let i = 0, j = 0; i < luminance.length; i++, j += 3) {
    luminance[i] = 0.299 * (data[j] ?? 0) + 0.587 * (data[j + 1] ?? 0) + 0.114 * (data[j + 2] ?? 0);
  }
  const isInside = fillPolygon(outlineIn(square, face), sidePx, sidePx).data;
  return {
    eyeClosure: eyeClosure(pyramid, face),
    sharpness: sharpnessOf(luminance),
    lightest: lightestOf(luminance.filter((_, i) => isInside[i] === 1)),
    ...exposureOf(luminance),
  };
}

function squareOf(face: MeasuredFace): Crop {
  const centreX = face.eyes.x + (face.chin.x - face.eyes.x) * 0.3;
  const centreY = face.eyes.y + (face.chin.y - face.eyes.y) * 0.3;
  const side = squarePerFace * 1.7 * face.eyeToChin;
  return { centreX, centreY, width: side, height: side, rollRad: face.rollRad };
}

/** The outline of the face, in pixels of the square. */
function outlineIn(square: Crop, { outline }: MeasuredFace): PolygonPoint[] {
  return outline.map((point) => {
    const { u, v } = cropPoint(square, point);
    return { x: u * sidePx, y: v * sidePx };
  });
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
    luminanceTilt: tiltOf(left / leftCount, right / rightCount),
    clippedShare: clipped / count,
  };
}

function tiltOf(left: number, right: number): number {
  return left + right === 0 ? 0 : Math.abs(left - right) / (left + right);
}
