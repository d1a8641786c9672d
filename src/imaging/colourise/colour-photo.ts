/**
 * Tells a colour photo from a grey one that is merely tinted. A print's tint (sepia, yellowed paper, a faded
 * black) depends on lightness alone and runs from yellow to brown; a colour photo has redder and greener places
 * at the same lightness.
 */

import type { RgbBytes } from '../plane.ts';
import { lightnessOf } from './lab.ts';

const binCount = 16;
/** Distance of red − green from the tint of that lightness, 0–255, beyond noise and JPEG's own. */
const apart = 10;
/**
 * Share of such pixels above which the photo is in colour. Of 100 tinted grey photos the highest has 0.03, of 100
 * colour photos 92 have more than 0.05.
 */
const shareMin = 0.05;

/** `photo` is a small version, about 200 px: shrinking has averaged its noise away. */
export function isColourPhoto(photo: RgbBytes): boolean {
  return colouredShare(photo) > shareMin;
}

/** Share of the pixels whose colour is not the tint of their lightness. */
export function colouredShare({ width, height, data }: RgbBytes): number {
  const count = width * height;
  const lightness = new Float32Array(count);
  lightnessOf(data, 0, count, lightness);
  const redGreen = new Float32Array(count);
  for (let i = 0, j = 0; i < count; i++, j += 3) redGreen[i] = (data[j] ?? 0) - (data[j + 1] ?? 0);
  const tint = mediansByLightness(lightness, redGreen);
  let coloured = 0;
  for (let i = 0; i < count; i++) {
    if (Math.abs((redGreen[i] ?? 0) - (tint[binOf(lightness[i] ?? 0)] ?? 0)) > apart) coloured++;
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
