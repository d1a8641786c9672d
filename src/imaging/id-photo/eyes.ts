/**
 * Whether the eyes are shut. The mesh places its lids as if every eye were open, so the pixels are asked: in an
 * open eye the darkest spot (iris, pupil) lies on the line between the corners; a shut one is lid there, and its
 * darkest spot is the line of lashes below.
 */

import type { MeasuredFace } from '../face-mesh.ts';
import type { Point } from '../faces.ts';
import { type Pyramid, sampleFraming } from '../pyramid.ts';

/** The eye's square, 1.6 times as wide as the eye. */
const sidePx = 64;
const squarePerEye = 1.6;
const middle = sidePx / 2;

/**
 * How much darker the lashes' place is than the iris's, by the skin below the eye; of the two eyes the less shut.
 * Open eyes are far below 0. Only meaningful for a sharp, lit face.
 */
export function eyesShut(pyramid: Pyramid, { eyeCorners, rollRad }: MeasuredFace): number {
  const [right, left] = eyeCorners;
  return Math.min(eyeShut(pyramid, right, rollRad), eyeShut(pyramid, left, rollRad));
}

function eyeShut(pyramid: Pyramid, [from, to]: readonly [Point, Point], rollRad: number): number {
  const side = squarePerEye * Math.hypot(to.x - from.x, to.y - from.y);
  const square = {
    centreX: (from.x + to.x) / 2,
    centreY: (from.y + to.y) / 2,
    width: side,
    height: side,
    rollRad,
  };
  const size = { width: sidePx, height: sidePx };
  const { data } = sampleFraming(pyramid, square, size, { outside: 'repeat' });
  const lightness = new Float32Array(sidePx * sidePx);
  for (let i = 0, j = 0; i < lightness.length; i++, j += 3) {
    lightness[i] = 0.299 * (data[j] ?? 0) + 0.587 * (data[j + 1] ?? 0) + 0.114 * (data[j + 2] ?? 0);
  }
  const iris = darkest(lightness, [middle - 7, middle], 3.5);
  const lashes = darkest(lightness, [middle + 2, middle + 12], 2);
  const skin = discMean(lightness, middle, middle + 24, 6);
  return (iris - lashes) / Math.max(0.02, skin);
}

/** The least mean of a disc whose centre is in these rows, about the eye's middle. */
function darkest(lightness: Float32Array, [from, to]: readonly [number, number], radius: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let y = from; y <= to; y++) {
    for (let x = middle - 10; x <= middle + 10; x++) {
      least = Math.min(least, discMean(lightness, x, y, radius));
    }
  }
  return least;
}

function discMean(lightness: Float32Array, centreX: number, centreY: number, radius: number): number {
  let [sum, count] = [0, 0];
  for (let y = Math.ceil(centreY - radius); y <= centreY + radius; y++) {
    for (let x = Math.ceil(centreX - radius); x <= centreX + radius; x++) {
      if ((x - centreX) ** 2 + (y - centreY) ** 2 > radius ** 2) continue;
      sum += lightness[y * sidePx + x] ?? 0;
      count++;
    }
  }
  return sum / count;
}
