/** What the scripts that make training samples for the nets of ID photos share. */

import { emptyPlane, type Plane, type RgbBytes, type RgbImage } from '../src/imaging/pixels/plane.ts';

/** A repeatable sequence of random numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function imageOf({ width, height, data }: RgbBytes): RgbImage {
  return { width, height, data: Float32Array.from(data, (value) => value / 255) };
}

export function firstChannel({ width, height, data }: RgbImage): Plane {
  const plane = emptyPlane(width, height);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = data[3 * i] ?? 0;
  return plane;
}
