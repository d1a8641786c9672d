/**
 * The 3 × 3 windows of closed-form matting: their colours, as far as the solver (`closed-form.ts`) needs them. A picture
 * has tens of thousands of them, so no array is made for a window.
 */

import { dilate } from '../pixels/morphology.ts';
import type { RgbImage } from '../pixels/plane.ts';
import { label, type Trimap } from './trimap.ts';

/** Added to the variances of a window's colours (0–1), so that their covariance matrix can be inverted. */
const epsilon = 1e-5;

export interface Windows {
  /** Pixel indices of the windows' centres. */
  readonly centres: Int32Array;
  /** The mean colour of each window: three values. */
  readonly means: Float32Array;
  /** Upper triangle of the inverse covariance: six values per window. */
  readonly inverses: Float32Array;
  /** Diagonal of the matting Laplacian, per pixel, which is the preconditioner. */
  readonly diagonal: Float64Array;
  /** Indices of the pixels that lie in at least one of the windows. */
  readonly pixels: Int32Array;
}

/** The windows that touch unknown pixels of the trimap, which has the size of the image. */
export function windowsOf({ width, height, data: rgb }: RgbImage, trimap: Trimap): Windows {
  const centres = windowCentres(trimap);
  const means = new Float32Array(3 * centres.length);
  const inverses = new Float32Array(6 * centres.length);
  const diagonal = new Float64Array(width * height);
  const covered = new Uint8Array(width * height);
  for (let k = 0; k < centres.length; k++) {
    const corner = (centres[k] ?? 0) - width - 1;
    measureWindow(rgb, width, corner, k, means, inverses);
    addDiagonal(rgb, width, corner, k, means, inverses, diagonal, covered);
  }
  const pixels: number[] = [];
  for (let i = 0; i < covered.length; i++) if (covered[i] === 1) pixels.push(i);
  return { centres, means, inverses, diagonal, pixels: Int32Array.from(pixels) };
}

function windowCentres(trimap: Trimap): Int32Array {
  const { width, height } = trimap;
  const unknown = new Uint8Array(width * height);
  for (let i = 0; i < unknown.length; i++) unknown[i] = trimap.data[i] === label.unknown ? 1 : 0;
  const near = dilate({ width, height, data: unknown }, 1).data;
  const centres: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) if (near[y * width + x] === 1) centres.push(y * width + x);
  }
  return Int32Array.from(centres);
}

function measureWindow(
  rgb: Float32Array,
  width: number,
  corner: number,
  k: number,
  means: Float32Array,
  inverses: Float32Array,
): void {
  let r = 0;
  let g = 0;
  let b = 0;
  let rr = 0;
  let rg = 0;
  let rb = 0;
  let gg = 0;
  let gb = 0;
  let bb = 0;
  for (let row = 0, i = corner; row < 3; row++, i += width - 3) {
    for (let column = 0; column < 3; column++, i++) {
      const red = rgb[3 * i] ?? 0;
      const green = rgb[3 * i + 1] ?? 0;
      const blue = rgb[3 * i + 2] ?? 0;
      r += red / 9;
      g += green / 9;
      b += blue / 9;
      rr += (red * red) / 9;
      rg += (red * green) / 9;
      rb += (red * blue) / 9;
      gg += (green * green) / 9;
      gb += (green * blue) / 9;
      bb += (blue * blue) / 9;
    }
  }
  rr += epsilon / 9 - r * r;
  gg += epsilon / 9 - g * g;
  bb += epsilon / 9 - b * b;
  rg -= r * g;
  rb -= r * b;
  gb -= g * b;
  const c00 = gg * bb - gb * gb;
  const c01 = rb * gb - rg * bb;
  const c02 = rg * gb - rb * gg;
  const scale = 1 / (rr * c00 + rg * c01 + rb * c02);
  means[3 * k] = r;
  means[3 * k + 1] = g;
  means[3 * k + 2] = b;
  inverses[6 * k] = c00 * scale;
  inverses[6 * k + 1] = c01 * scale;
  inverses[6 * k + 2] = c02 * scale;
  inverses[6 * k + 3] = (rr * bb - rb * rb) * scale;
  inverses[6 * k + 4] = (rg * rb - rr * gb) * scale;
  inverses[6 * k + 5] = (rr * gg - rg * rg) * scale;
}

function addDiagonal(
  rgb: Float32Array,
  width: number,
  corner: number,
  k: number,
  means: Float32Array,
  inverses: Float32Array,
  diagonal: Float64Array,
  covered: Uint8Array,
): void {
  const mr = means[3 * k] ?? 0;
  const mg = means[3 * k + 1] ?? 0;
  const mb = means[3 * k + 2] ?? 0;
  const rr = inverses[6 * k] ?? 0;
  const rg = inverses[6 * k + 1] ?? 0;
  const rb = inverses[6 * k + 2] ?? 0;
  const gg = inverses[6 * k + 3] ?? 0;
  const gb = inverses[6 * k + 4] ?? 0;
  const bb = inverses[6 * k + 5] ?? 0;
  for (let row = 0, i = corner; row < 3; row++, i += width - 3) {
    for (let column = 0; column < 3; column++, i++) {
      const r = (rgb[3 * i] ?? 0) - mr;
      const g = (rgb[3 * i + 1] ?? 0) - mg;
      const b = (rgb[3 * i + 2] ?? 0) - mb;
      const spread =
        r * (rr * r + rg * g + rb * b) + g * (rg * r + gg * g + gb * b) + b * (rb * r + gb * g + bb * b);
      diagonal[i] = (diagonal[i] ?? 0) + 1 - (1 + spread) / 9;
      covered[i] = 1;
    }
  }
}
