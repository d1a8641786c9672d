/** Draws planes and grey pictures for tests from a function of their pixels. */

import type { Plane, RgbBytes, RgbImage } from '../../src/imaging/pixels/plane.ts';

export function drawnPlane(width: number, height: number, valueAt: (x: number, y: number) => number): Plane {
  const data = Float32Array.from({ length: width * height }, (_, i) =>
    valueAt(i % width, Math.trunc(i / width)),
  );
  return { width, height, data };
}

/** Grey levels 0–255. */
export function greyBytes(
  width: number,
  height: number,
  levelAt: (x: number, y: number) => number,
): RgbBytes {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    data.fill(levelAt(i % width, Math.trunc(i / width)), i * 3, i * 3 + 3);
  }
  return { width, height, data };
}

export type Rgb = readonly [number, number, number];

/** Colours of values 0–1. */
export function drawnImage(width: number, height: number, colourAt: (x: number, y: number) => Rgb): RgbImage {
  const data = new Float32Array(width * height * 3);
  for (let i = 0; i < width * height; i++) data.set(colourAt(i % width, Math.trunc(i / width)), 3 * i);
  return { width, height, data };
}
