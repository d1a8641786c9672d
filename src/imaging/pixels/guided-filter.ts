/**
 * Guided filter (He, Sun, Tang, 2010): smooths a plane so that its edges follow those of a guide image. Matting uses
 * it to fit the coarse mask to the pixels of the crop.
 */

import { boxFilter, channelOf, emptyPlane, type Plane, product, type RgbImage } from './plane.ts';

export interface GuidedFilterOptions {
  readonly radiusPx: number;
  /** Where the guide's variance (of values 0–1) is below this, the guide counts as flat. 1e-4 preserves fine edges. */
  readonly epsilon: number;
}

/** Smooths `input` along the edges of `guide`, which has the same size. The result is not limited to 0–1. */
export function guidedFilter(guide: RgbImage, input: Plane, options: GuidedFilterOptions): Plane {
  const { width, height } = input;
  const { radiusPx: radius, epsilon } = options;
  const red = channelOf(guide, 0);
  const green = channelOf(guide, 1);
  const blue = channelOf(guide, 2);
  const meanR = boxFilter(red, radius).data;
  const meanG = boxFilter(green, radius).data;
  const meanB = boxFilter(blue, radius).data;
  const meanP = boxFilter(input, radius).data;
  const rp = boxFilter(product(red, input), radius).data;
  const gp = boxFilter(product(green, input), radius).data;
  const bp = boxFilter(product(blue, input), radius).data;
  const rr = boxFilter(product(red, red), radius).data;
  const rg = boxFilter(product(red, green), radius).data;
  const rb = boxFilter(product(red, blue), radius).data;
  const gg = boxFilter(product(green, green), radius).data;
  const gb = boxFilter(product(green, blue), radius).data;
  const bb = boxFilter(product(blue, blue), radius).data;
  const slopeR = emptyPlane(width, height);
  const slopeG = emptyPlane(width, height);
  const slopeB = emptyPlane(width, height);
  const offset = emptyPlane(width, height);
  for (let i = 0; i < offset.data.length; i++) {
    const r = meanR[i] ?? 0;
    const g = meanG[i] ?? 0;
    const b = meanB[i] ?? 0;
    const p = meanP[i] ?? 0;
    // Symmetric 3×3 covariance [a b c; b d e; c e f], inverted by cofactors.
    const varR = (rr[i] ?? 0) - r * r + epsilon;
    const covRg = (rg[i] ?? 0) - r * g;
    const covRb = (rb[i] ?? 0) - r * b;
    const varG = (gg[i] ?? 0) - g * g + epsilon;
    const covGb = (gb[i] ?? 0) - g * b;
    const varB = (bb[i] ?? 0) - b * b + epsilon;
    const covRp = (rp[i] ?? 0) - r * p;
    const covGp = (gp[i] ?? 0) - g * p;
    const covBp = (bp[i] ?? 0) - b * p;
    const c00 = varG * varB - covGb * covGb;
    const c01 = covRb * covGb - covRg * varB;
    const c02 = covRg * covGb - covRb * varG;
    const scale = 1 / (varR * c00 + covRg * c01 + covRb * c02);
    const sr = (c00 * covRp + c01 * covGp + c02 * covBp) * scale;
    const sg =
      (c01 * covRp + (varR * varB - covRb * covRb) * covGp + (covRg * covRb - varR * covGb) * covBp) * scale;
    const sb =
      (c02 * covRp + (covRg * covRb - varR * covGb) * covGp + (varR * varG - covRg * covRg) * covBp) * scale;
    slopeR.data[i] = sr;
    slopeG.data[i] = sg;
    slopeB.data[i] = sb;
    offset.data[i] = p - sr * r - sg * g - sb * b;
  }
  return apply(guide, [slopeR, slopeG, slopeB, offset], radius);
}

function apply(guide: RgbImage, coefficients: readonly [Plane, Plane, Plane, Plane], radius: number): Plane {
  const [r, g, b, offset] = coefficients;
  const slopeR = boxFilter(r, radius).data;
  const slopeG = boxFilter(g, radius).data;
  const slopeB = boxFilter(b, radius).data;
  const result = boxFilter(offset, radius);
  for (let i = 0, j = 0; i < result.data.length; i++, j += 3) {
    result.data[i] =
      (result.data[i] ?? 0) +
      (slopeR[i] ?? 0) * (guide.data[j] ?? 0) +
      (slopeG[i] ?? 0) * (guide.data[j + 1] ?? 0) +
      (slopeB[i] ?? 0) * (guide.data[j + 2] ?? 0);
  }
  return result;
}
