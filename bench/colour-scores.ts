/** Compares a colourised photo with the original. Figures of different folders cannot be compared. */

import sharp from 'sharp';
import { linearOfByte } from '../src/imaging/pixels/lab.ts';
import type { RgbBytes } from '../src/imaging/pixels/plane.ts';
import { ciede2000 } from './ciede2000.ts';

export interface ColourScores {
  readonly psnr: number;
  readonly colourfulness: number;
  /** Mean distance between the chroma (a, b) of the two photos. */
  readonly abError: number;
  /** Mean CIEDE2000 of the pixels. */
  readonly ciede2000: number;
  /**
   * Mean chroma of the pixels that are neutral in the original; NaN if less than 1 % of all pixels are neutral in the
   * original.
   */
  readonly falseChroma: number;
  /**
   * Share of the pixels coloured in the original that are grey in the colourised photo; NaN if less than 1 % of all
   * pixels are coloured in the original.
   */
  readonly leftGrey: number;
}

/** A pixel with a lower chroma counts as neutral. */
const neutralChroma = 6;
/** A pixel with at least this chroma counts as coloured. */
const colouredChroma = 10;

/** Decodes a photo as upright sRGB, resized to this shorter side. */
export async function loadPhoto(file: string, shortSidePx: number): Promise<RgbBytes> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: shortSidePx, height: shortSidePx, fit: 'outside' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  // A copy, because `slice` of a Buffer shares its memory.
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

/** Removes the colour and keeps the lightness. */
export function greyOf({ width, height, data }: RgbBytes): RgbBytes {
  const grey = new Uint8Array(data.length);
  for (let p = 0; p < data.length; p += 3) {
    const [, , lightness] = labOf(data, p);
    const f = (lightness + 16) / 116;
    const y = f > 6 / 29 ? f ** 3 : (f - 16 / 116) * (108 / 841);
    grey.fill(Math.round(255 * (y <= 0.0031308 ? y * 12.92 : 1.055 * y ** (1 / 2.4) - 0.055)), p, p + 3);
  }
  return { width, height, data: grey };
}

export function scoreColours(image: RgbBytes, truth: RgbBytes): ColourScores {
  let squares = 0;
  let distance = 0;
  let difference = 0;
  let neutral = 0;
  let neutralSum = 0;
  let coloured = 0;
  let leftGrey = 0;
  for (let p = 0; p < truth.data.length; p += 3) {
    for (let c = p; c < p + 3; c++) squares += ((image.data[c] ?? 0) - (truth.data[c] ?? 0)) ** 2;
    const [a, b, lightness] = labOf(image.data, p);
    const [trueA, trueB, trueLightness] = labOf(truth.data, p);
    difference += ciede2000([lightness, a, b], [trueLightness, trueA, trueB]);
    distance += Math.hypot(a - trueA, b - trueB);
    const [chroma, trueChroma] = [Math.hypot(a, b), Math.hypot(trueA, trueB)];
    if (trueChroma < neutralChroma) {
      neutral += 1;
      neutralSum += chroma;
    } else if (trueChroma >= colouredChroma) {
      coloured += 1;
      if (chroma < neutralChroma) leftGrey += 1;
    }
  }
  const pixels = truth.data.length / 3;
  return {
    psnr: 10 * Math.log10(255 ** 2 / (squares / truth.data.length)),
    colourfulness: colourfulness(image.data),
    abError: distance / pixels,
    ciede2000: difference / pixels,
    falseChroma: neutral < pixels / 100 ? Number.NaN : neutralSum / neutral,
    leftGrey: coloured < pixels / 100 ? Number.NaN : leftGrey / coloured,
  };
}

/** The colourfulness metric of Hasler and Süsstrunk (2003). */
function colourfulness(pixels: Uint8Array): number {
  const count = pixels.length / 3;
  let [sumRg, sumYb, squareRg, squareYb] = [0, 0, 0, 0];
  for (let p = 0; p < pixels.length; p += 3) {
    const [r, g, b] = [pixels[p] ?? 0, pixels[p + 1] ?? 0, pixels[p + 2] ?? 0];
    const rg = r - g;
    const yb = (r + g) / 2 - b;
    sumRg += rg;
    sumYb += yb;
    squareRg += rg * rg;
    squareYb += yb * yb;
  }
  const variance = (squareRg + squareYb) / count - (sumRg / count) ** 2 - (sumYb / count) ** 2;
  return Math.sqrt(variance) + 0.3 * Math.hypot(sumRg / count, sumYb / count);
}

/** @returns a, b and L of the pixel at byte `p`. */
export function labOf(pixels: Uint8Array, p: number): readonly [number, number, number] {
  const r = linearOfByte[pixels[p] ?? 0] ?? 0;
  const g = linearOfByte[pixels[p + 1] ?? 0] ?? 0;
  const b = linearOfByte[pixels[p + 2] ?? 0] ?? 0;
  const f = (value: number): number =>
    value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116;
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [500 * (x - y), 200 * (y - z), 116 * y - 16];
}

/** The mean of the finite values. */
export function mean(values: readonly number[]): number {
  const finite = values.filter((value) => Number.isFinite(value));
  return finite.reduce((sum, value) => sum + value, 0) / finite.length;
}
