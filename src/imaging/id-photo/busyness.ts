/** How busy the background about the head is: what makes hair hard to cut out. */

import { boxFilter, channelOf, emptyPlane, type Plane, type RgbImage } from '../plane.ts';

const radiusShare = 1 / 40;

/**
 * Mean local variance (of values 0–1, summed over the channels) of what is surely background above the
 * shoulders; 0 where none is seen. A plain wall stays below 0.002.
 */
export function busyness({
  image,
  alpha,
  face,
}: {
  readonly image: RgbImage;
  readonly alpha: Plane;
  readonly face: { readonly chinRow: number };
}): number {
  const { width, height } = alpha;
  const radiusPx = Math.max(2, Math.round(width * radiusShare));
  const shown = emptyPlane(width, height);
  for (let i = 0; i < shown.data.length; i++) shown.data[i] = (alpha.data[i] ?? 0) < 0.02 ? 1 : 0;
  const density = boxFilter(shown, radiusPx).data;
  const variance = new Float32Array(width * height);
  for (const channel of [0, 1, 2] as const) {
    const values = channelOf(image, channel);
    const masked = emptyPlane(width, height);
    const squares = emptyPlane(width, height);
    for (let i = 0; i < masked.data.length; i++) {
      const value = (values.data[i] ?? 0) * (shown.data[i] ?? 0);
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
  const last = Math.min(height, Math.round(face.chinRow)) * width;
  for (let i = 0; i < last; i++) {
    if (shown.data[i] !== 1) continue;
    sum += variance[i] ?? 0;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}
