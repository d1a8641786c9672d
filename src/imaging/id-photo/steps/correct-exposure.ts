/**
 * Corrects exposure and white balance mildly, if the customer asks for it. Every pixel is changed by the same curve,
 * so shapes and skin texture stay as photographed, and the change is bounded.
 */

import type { Point } from '../../nets/face-detector.ts';
import type { Plane, RgbImage } from '../../pixels/plane.ts';
import type { Foreground } from './estimate-foreground.ts';

/** The face's mean luminance is moved towards this range; a face within the range is not changed. */
const luminanceRange = [0.48, 0.66] as const;
/** Bounds of the tone curve `x^gamma`: about half a stop in either direction. */
const gammaBounds = [0.75, 1.25] as const;
/** The largest factor by which a channel is multiplied or divided. */
const gainMax = 1.08;
/**
 * The share of a full white balance that is applied. A full white balance would be too strong, because skin
 * is reddish also in neutral light.
 */
const castShare = 0.5;
/** Shades of grey (Finlayson, Trezzi, 2004): this p-norm of the channels estimates the colour of the light. */
const norm = 6;

export function correctExposure(foreground: Foreground): Foreground {
  const { colours, alpha, outline } = foreground;
  const gains = whiteBalanceGains(colours, alpha);
  const gamma = gammaFor(faceLuminance(colours, outline));
  const data = colours.data.map((channel, i) => {
    const value = Math.max(0, channel * (gains[i % 3] ?? 1));
    return Math.min(1, value ** gamma);
  });
  return { ...foreground, colours: { ...colours, data } };
}

/** Gains whose product is 1, so that white balance alone does not change the exposure. */
function whiteBalanceGains({ data }: RgbImage, alpha: Plane): readonly number[] {
  const sums = [0, 0, 0];
  for (let i = 0; i < alpha.data.length; i++) {
    if ((alpha.data[i] ?? 0) < 0.95) continue;
    for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (data[3 * i + c] ?? 0) ** norm;
  }
  const light = sums.map((sum) => sum ** (1 / norm) || 1);
  const grey = (light[0] ?? 1) ** (1 / 3) * (light[1] ?? 1) ** (1 / 3) * (light[2] ?? 1) ** (1 / 3);
  return light.map((channel) => Math.min(gainMax, Math.max(1 / gainMax, (grey / channel) ** castShare)));
}

/** Mean luminance of the middle half of the face's bounding box. */
function faceLuminance({ width, height, data }: RgbImage, outline: readonly Point[]): number {
  const xs = outline.map((point) => point.x);
  const ys = outline.map((point) => point.y);
  const inside = (share: number, values: readonly number[], size: number) =>
    Math.min(
      size - 1,
      Math.max(0, Math.round(Math.min(...values) * (1 - share) + Math.max(...values) * share)),
    );
  let [sum, count] = [0, 0];
  for (let y = inside(0.25, ys, height); y <= inside(0.75, ys, height); y++) {
    for (let x = inside(0.25, xs, width); x <= inside(0.75, xs, width); x++) {
      const i = 3 * (y * width + x);
      sum += 0.299 * (data[i] ?? 0) + 0.587 * (data[i + 1] ?? 0) + 0.114 * (data[i + 2] ?? 0);
      count++;
    }
  }
  return count === 0 ? luminanceRange[0] : sum / count;
}

function gammaFor(luminance: number): number {
  const aim = Math.min(luminanceRange[1], Math.max(luminanceRange[0], luminance));
  if (aim === luminance || luminance <= 0.01 || luminance >= 0.99) return 1;
  const [low, high] = gammaBounds;
  return Math.min(high, Math.max(low, Math.log(aim) / Math.log(luminance)));
}
