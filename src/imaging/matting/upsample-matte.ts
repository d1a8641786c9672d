/**
 * Upsamples a matte to the same crop with more pixels. In every small window alpha is nearly a linear function of the
 * colours. The detail that only the larger picture has, multiplied by the slope of that function, is added to the
 * interpolated alpha. Where alpha is flat nothing is added: the background stays 0 and the solid person 1.
 */

import { dilate } from '../pixels/morphology.ts';
import { emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';
import type { Layers } from './foreground.ts';
import { withoutWallTint } from './wall-tint.ts';

/** The number of pixels on each side of a window's middle pixel, in the smaller picture. */
const radiusPx = 1;
/** A window with a lower variance of colour (0–1) counts as flat, so that noise does not become alpha. */
const epsilon = 3e-4;
/**
 * The number of slopes for each pixel of the smaller picture: around each pixel, alpha is nearly a linear function of red,
 * green and blue, with one slope for each channel.
 */
const slopeCount = 3;

export interface SmallMatte {
  readonly image: RgbImage;
  readonly alpha: Plane;
}

/** Returns alpha, 0–1, at the size of `large`, which is the crop of `image` with more pixels. */
export function upsampleAlpha({ image, alpha }: SmallMatte, large: RgbImage): Plane {
  const { width, height } = large;
  const edge = edgeOf(alpha);
  const slopes = slopesOf(image, alpha, edge);
  const result = emptyPlane(width, height);
  const at = sampler(alpha, large);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      at.move(x, y);
      const nearest = at.nearest();
      if (edge[nearest] !== 1) {
        result.data[i] = alpha.data[nearest] ?? 0;
        continue;
      }
      let value = at.read(alpha.data, 1, 0);
      for (let c = 0; c < slopeCount; c++) {
        const detail = (large.data[3 * i + c] ?? 0) - at.read(image.data, 3, c);
        value += at.read(slopes, slopeCount, c) * detail;
      }
      result.data[i] = Math.min(1, Math.max(0, value));
    }
  }
  return result;
}

/**
 * Returns the person's colours at the size of `large`. Where alpha is 1 they are those of `large`. Where the old
 * background shines through, they are the layers' colours plus the detail that the layers do not explain, as in
 * `foreground.ts` at the smaller size.
 */
export function upsampleForeground({ person, background }: Layers, alpha: Plane, large: RgbImage): RgbImage {
  const { width, height } = large;
  const { data: observed } = withoutWallTint(large, alpha);
  const data = Float32Array.from(observed);
  const at = sampler(person, large);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const a = alpha.data[i] ?? 0;
      if (a === 0 || a === 1) continue;
      at.move(x, y);
      for (let c = 0; c < 3; c++) {
        const f = at.read(person.data, 3, c);
        const b = at.read(background.data, 3, c);
        const missing = (observed[3 * i + c] ?? 0) - a * f - (1 - a) * b;
        data[3 * i + c] = Math.min(1, Math.max(0, f + a * missing));
      }
    }
  }
  return { width, height, data };
}

/**
 * Returns 1 where alpha differs from that of the surrounding pixels, and at the neighbours of such pixels,
 * because values are interpolated between neighbours.
 */
function edgeOf({ width, height, data }: Plane): Uint8Array {
  const steps = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const a = data[i] ?? 0;
      const isStep = (a > 0 && a < 1) || (x > 0 && data[i - 1] !== a) || (y > 0 && data[i - width] !== a);
      if (isStep) steps[i] = 1;
    }
  }
  return dilate({ width, height, data: steps }, 1).data;
}

/** Ridge regression of alpha on the three channels in the window around each pixel of `edge`; 0 elsewhere. */
function slopesOf(image: RgbImage, alpha: Plane, edge: Uint8Array): Float32Array {
  const { width, height } = alpha;
  const slopes = new Float32Array(slopeCount * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (edge[y * width + x] === 1) fitSlope(image.data, alpha, x, y, slopes);
    }
  }
  return slopes;
}

function fitSlope(rgb: Float32Array, alpha: Plane, x: number, y: number, slopes: Float32Array): void {
  const { width, height } = alpha;
  const [x0, x1] = [Math.max(0, x - radiusPx), Math.min(width - 1, x + radiusPx)];
  const [y0, y1] = [Math.max(0, y - radiusPx), Math.min(height - 1, y + radiusPx)];
  const share = 1 / ((x1 - x0 + 1) * (y1 - y0 + 1));
  let [r, g, b, p, rr, rg, rb, gg, gb, bb, rp, gp, bp] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let v = y0; v <= y1; v++) {
    for (let u = x0, i = v * width + x0; u <= x1; u++, i++) {
      const red = rgb[3 * i] ?? 0;
      const green = rgb[3 * i + 1] ?? 0;
      const blue = rgb[3 * i + 2] ?? 0;
      const value = alpha.data[i] ?? 0;
      r += red;
      g += green;
      b += blue;
      p += value;
      rr += red * red;
      rg += red * green;
      rb += red * blue;
      gg += green * green;
      gb += green * blue;
      bb += blue * blue;
      rp += red * value;
      gp += green * value;
      bp += blue * value;
    }
  }
  [r, g, b, p] = [r * share, g * share, b * share, p * share];
  // Symmetric 3 × 3 covariance, inverted by cofactors.
  const varR = rr * share - r * r + epsilon;
  const varG = gg * share - g * g + epsilon;
  const varB = bb * share - b * b + epsilon;
  const [covRg, covRb, covGb] = [rg * share - r * g, rb * share - r * b, gb * share - g * b];
  const [covRp, covGp, covBp] = [rp * share - r * p, gp * share - g * p, bp * share - b * p];
  const c00 = varG * varB - covGb * covGb;
  const c01 = covRb * covGb - covRg * varB;
  const c02 = covRg * covGb - covRb * varG;
  const c11 = varR * varB - covRb * covRb;
  const c12 = covRg * covRb - varR * covGb;
  const c22 = varR * varG - covRg * covRg;
  const scale = 1 / (varR * c00 + covRg * c01 + covRb * c02);
  const at = slopeCount * (y * width + x);
  slopes[at] = (c00 * covRp + c01 * covGp + c02 * covBp) * scale;
  slopes[at + 1] = (c01 * covRp + c11 * covGp + c12 * covBp) * scale;
  slopes[at + 2] = (c02 * covRp + c12 * covGp + c22 * covBp) * scale;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Interpolates interleaved values of the size `from` bilinearly, at one pixel of the size `to` at a time. */
function sampler(from: Size, to: Size) {
  let [i00, i10, i01, i11, fx, fy] = [0, 0, 0, 0, 0, 0];
  return {
    move(x: number, y: number): void {
      const sx = Math.min(from.width - 1, Math.max(0, ((x + 0.5) * from.width) / to.width - 0.5));
      const sy = Math.min(from.height - 1, Math.max(0, ((y + 0.5) * from.height) / to.height - 0.5));
      const [x0, y0] = [Math.trunc(sx), Math.trunc(sy)];
      const right = x0 + 1 < from.width ? 1 : 0;
      const down = y0 + 1 < from.height ? from.width : 0;
      i00 = y0 * from.width + x0;
      i10 = i00 + right;
      i01 = i00 + down;
      i11 = i01 + right;
      fx = sx - x0;
      fy = sy - y0;
    },
    nearest(): number {
      return fy < 0.5 ? (fx < 0.5 ? i00 : i10) : fx < 0.5 ? i01 : i11;
    },
    read(values: Float32Array, count: number, channel: number): number {
      const upper =
        (values[count * i00 + channel] ?? 0) * (1 - fx) + (values[count * i10 + channel] ?? 0) * fx;
      const lower =
        (values[count * i01 + channel] ?? 0) * (1 - fx) + (values[count * i11 + channel] ?? 0) * fx;
      return upper * (1 - fy) + lower * fy;
    },
  };
}
