/**
 * A mild, honest correction on request: exposure and white balance, the same for every pixel. It never touches
 * shapes or skin, and is bounded, so that a face stays the face in the photo.
 */

import type { Plane, RgbImage } from '../plane.ts';
import type { JudgedCut } from './quality-gate.ts';

/** The face's mean lightness is moved towards this band; inside it nothing changes. */
const lightBand = [0.48, 0.66] as const;
/** Bounds of the tone curve `x^gamma`: about half a stop either way. */
const gammaBounds = [0.75, 1.25] as const;
/** No channel is multiplied or divided by more. */
const gainMax = 1.08;
/** Share of a full correction that is applied to a cast: skin is reddish in neutral light too. */
const castShare = 0.5;
/** Shades of grey (Finlayson, Trezzi, 2004): the p-norm that stands for the light's colour. */
const norm = 6;

/** Changes `colours` in place. `alpha` and `outline` belong to the same window. */
export function correctLight(colours: RgbImage, alpha: Plane, outline: JudgedCut['face']['outline']): void {
  const gains = balanceOf(colours, alpha);
  const gamma = gammaOf(faceLight(colours, outline));
  const { data } = colours;
  for (let i = 0; i < data.length; i++) {
    const value = Math.max(0, (data[i] ?? 0) * (gains[i % 3] ?? 1));
    data[i] = Math.min(1, value ** gamma);
  }
}

/** Gains with a product of 1, so that balance alone does not change the exposure. */
function balanceOf({ data }: RgbImage, alpha: Plane): readonly number[] {
  const sums = [0, 0, 0];
  for (let i = 0; i < alpha.data.length; i++) {
    if ((alpha.data[i] ?? 0) < 0.95) continue;
    for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (data[3 * i + c] ?? 0) ** norm;
  }
  const light = sums.map((sum) => sum ** (1 / norm) || 1);
  const grey = (light[0] ?? 1) ** (1 / 3) * (light[1] ?? 1) ** (1 / 3) * (light[2] ?? 1) ** (1 / 3);
  return light.map((channel) => Math.min(gainMax, Math.max(1 / gainMax, (grey / channel) ** castShare)));
}

function faceLight({ width, height, data }: RgbImage, outline: JudgedCut['face']['outline']): number {
  const xs = outline.map((point) => point.x);
  const ys = outline.map((point) => point.y);
  const inside = (value: number, values: readonly number[], size: number) =>
    Math.min(
      size - 1,
      Math.max(0, Math.round(Math.min(...values) * (1 - value) + Math.max(...values) * value)),
    );
  let [sum, count] = [0, 0];
  for (let y = inside(0.25, ys, height); y <= inside(0.75, ys, height); y++) {
    for (let x = inside(0.25, xs, width); x <= inside(0.75, xs, width); x++) {
      const i = 3 * (y * width + x);
      sum += 0.299 * (data[i] ?? 0) + 0.587 * (data[i + 1] ?? 0) + 0.114 * (data[i + 2] ?? 0);
      count++;
    }
  }
  return count === 0 ? lightBand[0] : sum / count;
}

function gammaOf(light: number): number {
  const aim = Math.min(lightBand[1], Math.max(lightBand[0], light));
  if (aim === light || light <= 0.01 || light >= 0.99) return 1;
  const [low, high] = gammaBounds;
  return Math.min(high, Math.max(low, Math.log(aim) / Math.log(light)));
}
