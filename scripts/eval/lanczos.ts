/**
 * Enlarges to twice the size by Lanczos interpolation with three lobes, as a comparison for the net. sharp cannot do
 * this: for every kernel but `nearest` and `linear` it enlarges by bicubic interpolation.
 */

import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';

const lobes = 3;

/** The weights of the pixels from 3 before to 3 after. The new pixels are a quarter before and after the old one. */
const kernels: readonly (readonly number[])[] = [-0.25, 0.25].map((centre) => {
  const weights = Array.from({ length: 2 * lobes + 1 }, (_, i) => lanczos(i - lobes - centre));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
});

function lanczos(x: number): number {
  return Math.abs(x) < lobes ? sinc(x) * sinc(x / lobes) : 0;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

export function enlargeByLanczos({ width, height, data }: RgbBytes): RgbBytes {
  // First across, then down; a value is the one at `position` of a row or column that begins at `start`.
  const wide = new Float32Array(2 * data.length);
  const pixel = (source: ArrayLike<number>, start: number, step: number, position: number, length: number) =>
    source[start + step * Math.min(length - 1, Math.max(0, position))] ?? 0;
  for (let i = 0; i < wide.length; i++) {
    const [channel, x, y] = [i % 3, Math.floor(i / 3) % (2 * width), Math.floor(i / (6 * width))];
    wide[i] = (kernels[x % 2] ?? []).reduce((sum, weight, tap) => {
      return sum + weight * pixel(data, 3 * y * width + channel, 3, (x >> 1) + tap - lobes, width);
    }, 0);
  }
  const result = new Uint8ClampedArray(4 * data.length);
  for (let i = 0; i < result.length; i++) {
    const [across, y] = [i % (6 * width), Math.floor(i / (6 * width))];
    result[i] = (kernels[y % 2] ?? []).reduce((sum, weight, tap) => {
      return sum + weight * pixel(wide, across, 6 * width, (y >> 1) + tap - lobes, height);
    }, 0);
  }
  return { width: 2 * width, height: 2 * height, data: new Uint8Array(result.buffer) };
}
