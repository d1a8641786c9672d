/** Measures how busy the background around the head is. Hair is hard to cut out of a busy background. */

import { boxFilter, channelOf, emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';

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
  for (let i = 0; i < visible.data.length; i++) visible.data[i] = (alpha.data[i] ?? 0) < 0.02 ? 1 : 0;
  const density = boxFilter(visible, radiusPx).data;
  const variance = new Float32Array(width * height);
  for (const channel of [0, 1, 2] as const) {
    const values = channelOf(image, channel);
    const masked = emptyPlane(width, height);
    const squares = emptyPlane(width, height);
    for (let i = 0; i < masked.data.length; i++) {
      const value = (values.data[i] ?? 0) * (visible.data[i] ?? 0);
      masked.data[i] = value;
      squares.data[i] = value * value;
    }
    const mean = boxFilter(masked, radiusPx).data;
    const square = boxFilter(squares, radiusPx).data;
    for (let i = 0; i < mean.length; i++) {
      const share = (density[i] ?? 0) + 1e-6;
      const m = (mean[i] ?? 0) / share;
      variance[i] = (variance[i] ?? 0) + Math.max(0, (square[i] ?? 0) / share - m * m);
    }
  }
  let [sum, count] = [0, 0];
  const last = Math.min(height, Math.round(cropFace.chinRow)) * width;
  for (let i = 0; i < last; i++) {
    if (visible.data[i] !== 1) continue;
    sum += variance[i] ?? 0;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}
