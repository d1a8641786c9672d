/**
 * Finds the ground beyond a torn corner: the table or the scanner's lid, which is not a part of the print. It is even, so a
 * net is certain of it only near the tear. Its pixels have one tone and are therefore classified as one region.
 */

import { type Bitmap, connectedTo } from '../pixels/morphology.ts';
import type { Plane } from '../pixels/plane.ts';
import { logOdds } from './log-odds.ts';

/** The largest difference of L within the ground from its tone. */
const toneSpread = 5;
/** The side of the square in each corner of the picture, in pixels, whose median L is the tone of the ground. */
const cornerSidePx = 4;
/** The log-odds with which a pixel may be ground. */
const possibleLogOdds = -2;
/** Ground covers at most this share of the picture at each corner. A larger even place is a wall or the sky. */
const groundShareMax = 0.15;

/** @param lightness L, 0–100. @param certainty how certain it is that each pixel is damaged, 0–1. */
export function groundBeyondTears(lightness: Plane, certainty: Plane): Bitmap {
  const { width, height } = lightness;
  const odds = certainty.data.map(logOdds);
  const ground = new Uint8Array(width * height);
  for (const isBottom of [false, true]) {
    for (const isRight of [false, true]) {
      const tone = cornerTone(lightness, isRight, isBottom);
      const possible = Uint8Array.from(lightness.data, (value, i) =>
        Math.abs(value - tone) <= toneSpread && (odds[i] ?? 0) >= possibleLogOdds ? 1 : 0,
      );
      const corner = new Uint8Array(width * height);
      corner[(isBottom ? height - 1 : 0) * width + (isRight ? width - 1 : 0)] = 1;
      const place = connectedTo({ width, height, data: corner }, { width, height, data: possible }).data;
      if (!isDamage(place, odds)) continue;
      for (let i = 0; i < ground.length; i++) if (place[i] === 1) ground[i] = 1;
    }
  }
  return { width, height, data: ground };
}

/** A place is damage if the mean of its log-odds says so. */
function isDamage(place: Uint8Array, odds: Float32Array): boolean {
  let [sum, count] = [0, 0];
  for (let i = 0; i < place.length; i++) {
    if (place[i] === 0) continue;
    sum += odds[i] ?? 0;
    count++;
  }
  return sum > 0 && count <= groundShareMax * place.length;
}

function cornerTone({ width, height, data }: Plane, isRight: boolean, isBottom: boolean): number {
  const [wide, high] = [Math.min(cornerSidePx, width), Math.min(cornerSidePx, height)];
  const values: number[] = [];
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const row = isBottom ? height - 1 - y : y;
      values.push(data[row * width + (isRight ? width - 1 - x : x)] ?? 0);
    }
  }
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
