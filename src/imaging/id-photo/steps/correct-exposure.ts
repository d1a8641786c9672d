/**
 * Corrects exposure and white balance, if the customer asks for it. Every pixel is changed by the same curves, so shapes
 * and skin texture stay as photographed. The tone of the skin must stay, too: dark skin is not underexposed light skin.
 * The exposure is therefore judged by the lightest parts of the face, and the colour of the light by nearly grey things
 * outside the face.
 */

import { labOf } from '../../measures/natural-colour.ts';
import type { RgbImage } from '../../pixels/plane.ts';
import { fillPolygon } from '../../pixels/polygon.ts';
import { lightestOf } from '../lightest.ts';
import type { Foreground } from './estimate-foreground.ts';

type Rgb = readonly [number, number, number];

/** The luminance of a face's lightest parts (sRGB, 0–1) with which the exposure is not changed. */
const lightestRange = [0.6, 0.93] as const;
/** Bounds of the factor for linear light: two stops lighter, a quarter of a stop darker. */
const exposureBounds = [0.84, 4] as const;
/** Above this linear light, the curves bend so that white stays white and white cloth keeps its folds. */
const shoulderFrom = 0.6;
/** The largest factor by which the white balance multiplies or divides the linear light of a channel. */
const gainMax = 1.18;
/** The share of a full white balance that is applied, because nearly grey cloth may have a tint of its own. */
const castShare = 0.6;
/** The largest saturation (HSV) and the range of the brightest channel (sRGB) of what counts as nearly grey. */
const grey = { saturationMax: 0.25, from: 0.3, to: 0.98 } as const;
/** A pixel whose a and b (CIE Lab) are closer to those of the face may be skin. */
const skinDistanceMin = 6;
/** With a smaller nearly grey share of the person, the white balance is not changed. */
const greyShareMin = 0.02;
/** Pixels with less alpha may show the old background. */
const alphaMin = 0.95;
/** The white balance looks at about this many pixels. */
const sampleCount = 100_000;
const tableSteps = 4096;

export function correctExposure(foreground: Foreground): Foreground {
  const { colours, outline } = foreground;
  const isFace = fillPolygon(outline, colours.width, colours.height).data;
  const exposure = exposureFor(colours, isFace);
  const curves = whiteBalanceGains(foreground, isFace).map((gain) => curveOf(exposure, gain));
  const data = colours.data.map((value, i) => valueAt(curves[i % 3], value));
  return { ...foreground, colours: { ...colours, data } };
}

/** @returns the factor for linear light. */
function exposureFor(colours: RgbImage, isFace: Uint8Array): number {
  const luminances: number[] = [];
  for (let i = 0; i < isFace.length; i++) {
    if (isFace[i] === 0) continue;
    const [r, g, b] = pixelAt(colours, i);
    luminances.push(0.299 * r + 0.587 * g + 0.114 * b);
  }
  const light = lightestOf(Float32Array.from(luminances));
  const aim = clamp(light, lightestRange);
  return aim === light || light === 0 ? 1 : clamp(linearOf(aim) / linearOf(light), exposureBounds);
}

/** @returns a factor for the linear light of each channel. Their product is 1, so that the exposure stays. */
function whiteBalanceGains({ colours, alpha }: Foreground, isFace: Uint8Array): readonly number[] {
  const skin = faceColour(colours, isFace);
  const sums = [0, 0, 0];
  let [person, found] = [0, 0];
  const step = Math.ceil(isFace.length / sampleCount);
  for (let i = 0; i < isFace.length; i += step) {
    if ((alpha.data[i] ?? 0) < alphaMin) continue;
    person++;
    const pixel = pixelAt(colours, i);
    if (isFace[i] === 1 || !isNearlyGrey(pixel) || chromaDistance(pixel, skin) < skinDistanceMin) continue;
    found++;
    pixel.forEach((value, channel) => {
      sums[channel] = (sums[channel] ?? 0) + linearOf(value);
    });
  }
  if (found === 0 || found < greyShareMin * person) return [1, 1, 1];
  const mean = geometricMean(sums);
  const gains = sums.map((sum) => clamp((mean / sum) ** castShare, [1 / gainMax, gainMax]));
  return gains.map((gain) => gain / geometricMean(gains));
}

/** The mean colour of the face. */
function faceColour(colours: RgbImage, isFace: Uint8Array): Rgb {
  let [r, g, b, count] = [0, 0, 0, 0];
  for (let i = 0; i < isFace.length; i++) {
    if (isFace[i] === 0) continue;
    const pixel = pixelAt(colours, i);
    r += pixel[0];
    g += pixel[1];
    b += pixel[2];
    count++;
  }
  return [r / count, g / count, b / count];
}

function isNearlyGrey(pixel: Rgb): boolean {
  const highest = Math.max(...pixel);
  const saturation = (highest - Math.min(...pixel)) / highest;
  return highest >= grey.from && highest <= grey.to && saturation <= grey.saturationMax;
}

function chromaDistance(one: Rgb, other: Rgb): number {
  const [first, second] = [labOf(...one), labOf(...other)];
  return Math.hypot(first.a - second.a, first.b - second.b);
}

/** The new sRGB value for each of `tableSteps` + 1 old ones. An overexposed white may become grey, but not coloured. */
function curveOf(exposure: number, gain: number): Float32Array {
  return Float32Array.from({ length: tableSteps + 1 }, (_, step) => {
    const light = linearOf(step / tableSteps);
    const exposed = exposure > 1 ? multiplied(light, exposure) : light * exposure;
    return encodedOf(multiplied(exposed, gain));
  });
}

/** Multiplies linear light, but leaves white white. The curve has no corner. */
function multiplied(light: number, factor: number): number {
  const value = light * factor;
  if (value <= shoulderFrom) return value;
  const room = 1 - shoulderFrom;
  const rest = Math.max(0, 1 - (value - shoulderFrom) / (factor - shoulderFrom));
  return 1 - room * rest ** ((factor - shoulderFrom) / room);
}

function valueAt(curve: Float32Array | undefined, value: number): number {
  const place = clamp(value, [0, 1]) * tableSteps;
  const step = Math.min(tableSteps - 1, Math.trunc(place));
  const [from, to] = [curve?.[step] ?? 0, curve?.[step + 1] ?? 0];
  return from + (to - from) * (place - step);
}

function pixelAt({ data }: RgbImage, index: number): Rgb {
  return [data[3 * index] ?? 0, data[3 * index + 1] ?? 0, data[3 * index + 2] ?? 0];
}

function geometricMean(values: readonly number[]): number {
  return Math.cbrt(values.reduce((product, value) => product * value, 1));
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, Math.max(low, value));
}

/** sRGB to linear light. */
function linearOf(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Linear light to sRGB. */
function encodedOf(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}
