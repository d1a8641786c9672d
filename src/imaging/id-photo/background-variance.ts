/** Measures how busy the background around the head is. Hair is hard to cut out of a busy background. */

import { localColours } from '../pixels/local-colours.ts';
import { emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';

/** The radius of the windows in which variance is measured, as a share of the picture's width. */
const radiusShare = 1 / 40;

/**
 * Mean local variance (of values 0–1, summed over the channels) of the pixels above the chin that are
 * certainly background; 0 if there are none. A plain wall has less than 0.002.
 */
export function backgroundVariance({
  image,
  alpha,
  cropFace,
}: {
  readonly image: RgbImage;
  readonly alpha: Plane;
  readonly cropFace: { readonly chinRow: number };
}): number {
  const { width, height } = alpha;
  const radiusPx = Math.max(2, Math.round(width * radiusShare));
  const visible = emptyPlane(width, height);
  const isVisible = visible.data;
  const opacity = alpha.data;
  for (let i = 0; i < isVisible.length; i++) isVisible[i] = (opacity[i] ?? 0) < 0.02 ? 1 : 0;
  const { variance } = localColours(image, visible, radiusPx);
  let [sum, count] = [0, 0];
  const last = Math.min(height, Math.round(cropFace.chinRow)) * width;
  for (let i = 0; i < last; i++) {
    if (isVisible[i] !== 1) continue;
    sum += variance[i] ?? 0;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}
