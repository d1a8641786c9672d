/** Measures how much the luma of a picture resembles that of the true picture: PSNR and SSIM. */

import { boxFilter, emptyPlane, type Plane, product, type RgbBytes } from '../../src/imaging/pixels/plane.ts';

export interface Likeness {
  /** Decibels. */
  readonly psnr: number;
  /** Structural similarity (Wang and others 2004) in squares of 7 px; 1 means equal. */
  readonly ssim: number;
}

const ssimRadiusPx = 3;
/** The stabilising constants of SSIM for values 0–255. */
const [meansFloor, spreadsFloor] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
/** Not measured: each method repeats the edge of the picture in its own way. */
const borderPx = 8;

export function likenessOf(picture: RgbBytes, truth: RgbBytes): Likeness {
  const [a, b] = [lumaOf(picture), lumaOf(truth)];
  const means = [boxFilter(a, ssimRadiusPx), boxFilter(b, ssimRadiusPx)] as const;
  const squares = [boxFilter(product(a, a), ssimRadiusPx), boxFilter(product(b, b), ssimRadiusPx)] as const;
  const products = boxFilter(product(a, b), ssimRadiusPx);
  let [error, similarity, count] = [0, 0, 0];
  for (let y = borderPx; y < a.height - borderPx; y++) {
    for (let x = borderPx; x < a.width - borderPx; x++, count++) {
      const i = y * a.width + x;
      const at = (plane: Plane): number => plane.data[i] ?? 0;
      error += (at(a) - at(b)) ** 2;
      const [meanA, meanB] = [at(means[0]), at(means[1])];
      const [spreadA, spreadB] = [at(squares[0]) - meanA ** 2, at(squares[1]) - meanB ** 2];
      similarity +=
        ((2 * meanA * meanB + meansFloor) * (2 * (at(products) - meanA * meanB) + spreadsFloor)) /
        ((meanA ** 2 + meanB ** 2 + meansFloor) * (spreadA + spreadB + spreadsFloor));
    }
  }
  return { psnr: 10 * Math.log10(255 ** 2 / (error / count)), ssim: similarity / count };
}

function lumaOf({ width, height, data }: RgbBytes): Plane {
  const luma = emptyPlane(width, height);
  for (let i = 0, p = 0; i < luma.data.length; i++, p += 3) {
    luma.data[i] = 0.299 * (data[p] ?? 0) + 0.587 * (data[p + 1] ?? 0) + 0.114 * (data[p + 2] ?? 0);
  }
  return luma;
}
