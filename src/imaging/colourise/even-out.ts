/**
 * Evens colour out within a thing and not across its edges: the recursive filter of the domain transform
 * (Gastal, Oliveira, 2011). Colour flows freely where lightness is smooth and stops where it jumps, so
 * that a coat does not stay half brown and half grey.
 */

import { boxFilter, type Plane } from '../plane.ts';
import type { ChromaPlanes } from './chroma-to-pixels.ts';

export interface EvenOutOptions {
  /** How far colour flows over a flat area. */
  readonly reachPx: number;
  /** The step of L (0–100) that counts as much as the whole reach. */
  readonly stepL: number;
}

const rounds = 3;
/** Grain must not look like edges. */
const guideBlurPx = 1;

/** Returns planes of the guide's size; the inputs have that size and stay as they are. */
export function evenedOut(guide: Plane, { a, b }: ChromaPlanes, options: EvenOutOptions): ChromaPlanes {
  const { width, height } = guide;
  const lightness = boxFilter(guide, guideBlurPx).data;
  const result = { a: { ...a, data: a.data.slice() }, b: { ...b, data: b.data.slice() } };
  const across = distances(lightness, width, height, 1, options);
  const down = distances(lightness, width, height, width, options);
  const keep = new Float32Array(width * height);
  for (let round = 1; round <= rounds; round++) {
    // Reaches halve from round to round and add up, as variances, to the reach asked for.
    const reach = (options.reachPx * Math.sqrt(3) * 2 ** (rounds - round)) / Math.sqrt(4 ** rounds - 1);
    const decay = -Math.SQRT2 / reach;
    for (let i = 0; i < keep.length; i++) keep[i] = Math.exp(decay * (across[i] ?? 0));
    for (const { data } of [result.a, result.b]) flow(data, keep, 1);
    for (let i = 0; i < keep.length; i++) keep[i] = Math.exp(decay * (down[i] ?? 0));
    for (const { data } of [result.a, result.b]) flow(data, keep, width);
  }
  return result;
}

/** Distance of each pixel from the one `stride` before it; infinite where a row or the picture begins. */
function distances(
  lightness: Float32Array,
  width: number,
  height: number,
  stride: number,
  { reachPx, stepL }: EvenOutOptions,
): Float32Array {
  const result = new Float32Array(width * height);
  const perStep = reachPx / stepL;
  for (let i = 0; i < result.length; i++) {
    const isFirst = stride === 1 ? i % width === 0 : i < stride;
    const jump = Math.abs((lightness[i] ?? 0) - (lightness[i - stride] ?? 0));
    result[i] = isFirst ? Number.POSITIVE_INFINITY : 1 + perStep * jump;
  }
  return result;
}

/** There and back along the stride. `keep` is how much of its neighbour each pixel takes over. */
function flow(data: Float32Array, keep: Float32Array, stride: number): void {
  for (let i = stride; i < data.length; i++) {
    const own = data[i] ?? 0;
    data[i] = own + (keep[i] ?? 0) * ((data[i - stride] ?? 0) - own);
  }
  for (let i = data.length - 1 - stride; i >= 0; i--) {
    const own = data[i] ?? 0;
    data[i] = own + (keep[i + stride] ?? 0) * ((data[i + stride] ?? 0) - own);
  }
}
