/**
 * Measures whether the eyes are closed. The face mesh places its lids as if every eye were open, so this module
 * compares pixels: in an open eye the darkest spot (iris and pupil) lies on the line between the corners; in a closed
 * eye that line is lid, and the darkest spot is the line of lashes below.
 */

import type { Point } from '../nets/face-detector.ts';
import type { MeasuredFace } from '../nets/face-mesh.ts';
import { type Pyramid, sampleCrop } from '../pixels/pyramid.ts';

const sidePx = 64;
/** The sampled square is 1.6 times as wide as the eye. */
const squarePerEye = 1.6;
const middle = sidePx / 2;

/**
 * How much darker the region of the lashes is than the region of the iris, divided by the luminance of the skin below
 * the eye; the lower value of the two eyes. Open eyes are far below 0. Meaningful only in a sharp, well-lit face.
 */
export function eyeClosure(pyramid: Pyramid, { eyeCorners, rollRad }: MeasuredFace): number {
  const [right, left] = eyeCorners;
  return Math.min(closureOf(pyramid, right, rollRad), closureOf(pyramid, left, rollRad));
}

function closureOf(pyramid: Pyramid, [from, to]: readonly [Point, Point], rollRad: number): number {
  const side = squarePerEye * Math.hypot(to.x - from.x, to.y - from.y);
  const square = {
    centreX: (from.x + to.x) / 2,
    centreY: (from.y + to.y) / 2,
    width: side,
    height: side,
    rollRad,
  };
  const size = { width: sidePx, height: sidePx };
  const { data } = sampleCrop(pyramid, square, size, { outside: 'repeat' });
  const luminance = new Float32Array(sidePx * sidePx);
  for (let i = 0, j = 0; i < luminance.length; i++, j += 3) {
    luminance[i] = 0.299 * (data[j] ?? 0) + 0.587 * (data[j + 1] ?? 0) + 0.114 * (data[j + 2] ?? 0);
  }
  const iris = darkest(luminance, [middle - 7, middle], 3.5);
  const lashes = darkest(luminance, [middle + 2, middle + 12], 2);
  const skin = discMean(luminance, middle, middle + 24, 6);
  return (iris - lashes) / Math.max(0.02, skin);
}

/** The lowest mean of a disc whose centre lies in these rows, near the middle of the eye. */
function darkest(luminance: Float32Array, [from, to]: readonly [number, number], radius: number): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let y = from; y <= to; y++) {
    for (let x = middle - 10; x <= middle + 10; x++) {
      lowest = Math.min(lowest, discMean(luminance, x, y, radius));
    }
  }
  return lowest;
}

function discMean(luminance: Float32Array, centreX: number, centreY: number, radius: number): number {
  let [sum, count] = [0, 0];
  for (let y = Math.ceil(centreY - radius); y <= centreY + radius; y++) {
    for (let x = Math.ceil(centreX - radius); x <= centreX + radius; x++) {
      if ((x - centreX) ** 2 + (y - centreY) ** 2 > radius ** 2) continue;
      sum += luminance[y * sidePx + x] ?? 0;
      count++;
    }
  }
  return sum / count;
}
