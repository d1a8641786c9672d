/** Illumination uniformity: how far the histograms of both cheeks overlap; 1 for light that is even from left to right. */

import { type FaceView, valuesInside } from './face-view.ts';

/** The cheek below the eye, of the person's right and left side. */
const rightCheek = [117, 118, 101, 36, 205, 187, 123];
const leftCheek = [346, 347, 330, 266, 425, 411, 352];
const bins = 32;

export function illuminationUniformity(view: FaceView): number {
  const right = histogram(valuesInside(view, rightCheek, view.luminance));
  const left = histogram(valuesInside(view, leftCheek, view.luminance));
  return right.reduce((sum, share, bin) => sum + Math.min(share, left[bin] ?? 0), 0);
}

/**
 * Returns the share of the values in each bin. Each value is divided between its two nearest bins, so that a small
 * change of a value changes the result only a little.
 */
function histogram(values: readonly number[]): number[] {
  const shares = new Array<number>(bins).fill(0);
  for (const value of values) {
    const at = Math.min(bins - 1.001, Math.max(0, value * (bins - 1)));
    const low = Math.floor(at);
    shares[low] = (shares[low] ?? 0) + (1 - (at - low)) / values.length;
    shares[low + 1] = (shares[low + 1] ?? 0) + (at - low) / values.length;
  }
  return shares;
}
