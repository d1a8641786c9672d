/**
 * Tells a colour photo from a grey one that is merely tinted. A print's tint (sepia, yellowed paper, a faded
 * black) is one hue that depends on lightness alone; a colour photo has several at the same lightness.
 */

import type { RgbBytes } from '../plane.ts';
import { lightnessOf } from './lab.ts';

const binCount = 16;
/** Distance from the tint of that lightness, of sRGB differences 0–255, beyond noise and JPEG's own. */
const apart = 16;
/** Share of such pixels above which the photo is in colour. */
const shareMin = 0.06;

export function isColourPhoto(photo: RgbBytes): boolean {
  return colouredShare(photo) > shareMin;
}

/** Share of the pixels whose colour is not the tint of their lightness. */
export function colouredShare({ width, height, data }: RgbBytes): number {
  const count = width * height;
  const lightness = new Float32Array(count);
  lightnessOf(data, 0, count, lightness);
  const redGreen = new Float32Array(count);
  const yellowBlue = new Float32Array(count);
  for (let i = 0, j = 0; i < count; i++, j += 3) {
    const [r, g, b] = [data[j] ?? 0, data[j + 1] ?? 0, data[j + 2] ?? 0];
    redGreen[i] = r - g;
    yellowBlue[i] = (r + g) / 2 - b;
  }
  const tintRg = mediansByLightness(lightness, redGreen);
  const tintYb = mediansByLightness(lightness, yellowBlue);
  let coloured = 0;
  for (let i = 0; i < count; i++) {
    const bin = binOf(lightness[i] ?? 0);
    const rg = (redGreen[i] ?? 0) - (tintRg[bin] ?? 0);
    const yb = (yellowBlue[i] ?? 0) - (tintYb[bin] ?? 0);
    if (Math.hypot(rg, yb) > apart) coloured++;
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
