/**
 * Distinguishes a colour photo from a tinted grey one. The tint of a print (sepia, yellowed paper, faded black) depends
 * on lightness alone and ranges from yellow to brown. A colour photo has redder and greener regions of the same
 * lightness.
 */

import { lightnessOf } from '../pixels/lab.ts';
import type { RgbBytes } from '../pixels/plane.ts';

const binCount = 16;
/**
 * A pixel is coloured if its red − green (0–255) differs from that of the tint by more than this. Noise and
 * JPEG compression cause smaller differences.
 */
const tintDistance = 10;
/**
 * A photo with more coloured pixels than this share is a colour photo. Of 100 tinted grey photos none has more than
 * 0.03; of 100 colour photos, 92 have more than 0.05.
 */
const shareMin = 0.05;

/** `photo` is shrunk to about 200 px, which averages noise away. */
export function isColourPhoto(photo: RgbBytes): boolean {
  return colouredShare(photo) > shareMin;
}

/** The share of the pixels whose colour is not the tint of their lightness. */
export function colouredShare({ width, height, data }: RgbBytes): number {
  const count = width * height;
  const lightness = new Float32Array(count);
  lightnessOf(data, 0, count, lightness);
  const redGreen = new Float32Array(count);
  for (let i = 0, j = 0; i < count; i++, j += 3) redGreen[i] = (data[j] ?? 0) - (data[j + 1] ?? 0);
  const tint = mediansByLightness(lightness, redGreen);
  let coloured = 0;
  for (let i = 0; i < count; i++) {
    if (Math.abs((redGreen[i] ?? 0) - (tint[binOf(lightness[i] ?? 0)] ?? 0)) > tintDistance) coloured++;
  }
  return coloured / count;
}

function binOf(lightness: number): number {
  return Math.min(binCount - 1, Math.max(0, Math.floor((lightness / 100) * binCount)));
}

function mediansByLightness(lightness: Float32Array, values: Float32Array): number[] {
  const bins: number[][] = Array.from({ length: binCount }, () => []);
  for (let i = 0; i < values.length; i++) bins[binOf(lightness[i] ?? 0)]?.push(values[i] ?? 0);
  return bins.map((bin) => bin.sort((a, b) => a - b)[bin.length >> 1] ?? 0);
}
