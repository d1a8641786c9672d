/**
 * Closed-form matting (Levin, Lischinski, Weiss, 2008): finds the alpha that is nearly a linear function of
 * the colours in every 3 × 3 window, is 0 or 1 at the known pixels of the trimap, and stays near a prior,
 * which is an earlier estimate of alpha. The system is solved by conjugate gradient over the windows that
 * touch unknown pixels, without building the matrix.
 */

import { dilate } from '../pixels/morphology.ts';
import { emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';
import { label, type Trimap } from './trimap.ts';

export interface ClosedFormProblem {
  readonly image: RgbImage;
  readonly trimap: Trimap;
  /**
   * The alpha with which the solver starts. The nearer it is to the solution, the fewer iterations are
   * needed.
   */
  readonly start: Plane;
  /** The earlier estimate of alpha, 0–1. The solution stays near it at unknown pixels. */
  readonly prior: Plane;
  /** For each pixel, how strongly the solution is kept near the prior. */
  readonly priorWeight: Float32Array;
  readonly iterationsMax: number;
}

/** Added to the variances of a window's colours (0–1), so that their covariance matrix can be inverted. */
const epsilon = 1e-5;
const knownWeight = 100;
/** The solver stops when the squared norm of the residual is this share of its value at the start. */
const residualShare = 1e-8;

interface Windows {
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

export function closedFormAlpha(problem: ClosedFormProblem): Plane {
  const { trimap, start, prior, priorWeight } = problem;
  const windows = windowsOf(problem.image, trimap);
  const count = trimap.data.length;
  const weights = new Float64Array(count);
  const targets = new Float64Array(count);
  const solution = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const known = trimap.data[i];
    if (known === label.unknown) {
      weights[i] = priorWeight[i] ?? 0;
      targets[i] = prior.data[i] ?? 0;
      solution[i] = start.data[i] ?? 0;
    } else {
      weights[i] = knownWeight;
      targets[i] = known === label.person ? 1 : 0;
      solution[i] = targets[i] ?? 0;
    }
  }
  conjugateGradient(problem, windows, { weights, targets, solution });
  const alpha = emptyPlane(trimap.width, trimap.height);
  for (let i = 0; i < count; i++) {
    const value = trimap.data[i] === label.unknown ? (solution[i] ?? 0) : (targets[i] ?? 0);
    alpha.data[i] = Math.min(1, Math.max(0, value));
  }
  return alpha;
}

interface LinearSystem {
  readonly weights: Float64Array;
  readonly targets: Float64Array;
  /** Contains the first estimate at the start, and the solution at the end. */
  readonly solution: Float64Array;
}

function conjugateGradient(problem: ClosedFormProblem, windows: Windows, system: LinearSystem): void {
  const { weights, targets, solution } = system;
  const { pixels, diagonal } = windows;
  const count = solution.length;
  const product = new Float64Array(count);
  const residual = new Float64Array(count);
  const direction = new Float64Array(count);
  const { data: rgb, width } = problem.image;
  multiply(rgb, width, windows, weights, solution, product);
  let energy = 0;
  for (let t = 0; t < pixels.length; t++) {
    const i = pixels[t] ?? 0;
    const r = (weights[i] ?? 0) * (targets[i] ?? 0) - (product[i] ?? 0);
    const z = r / ((diagonal[i] ?? 0) + (weights[i] ?? 0));
    residual[i] = r;
    direction[i] = z;
    energy += r * z;
  }
  const enough = residualShare * energy;
  for (let iteration = 0; iteration < problem.iterationsMax && energy > enough; iteration++) {
    multiply(rgb, width, windows, weights, direction, product);
    let curvature = 0;
    for (let t = 0; t < pixels.length; t++) {
      const i = pixels[t] ?? 0;
      curvature += (direction[i] ?? 0) * (product[i] ?? 0);
    }
    const step = energy / curvature;
    let next = 0;
    for (let t = 0; t < pixels.length; t++) {
      const i = pixels[t] ?? 0;
      solution[i] = (solution[i] ?? 0) + step * (direction[i] ?? 0);
      const r = (residual[i] ?? 0) - step * (product[i] ?? 0);
      residual[i] = r;
      next += (r * r) / ((diagonal[i] ?? 0) + (weights[i] ?? 0));
    }
    const turn = next / energy;
    energy = next;
    for (let t = 0; t < pixels.length; t++) {
      const i = pixels[t] ?? 0;
      const z = (residual[i] ?? 0) / ((diagonal[i] ?? 0) + (weights[i] ?? 0));
      direction[i] = z + turn * (direction[i] ?? 0);
    }
  }
}

/** Sets `to` = (matting Laplacian + diagonal of `weights`) · `from` on the windows' pixels. */
function multiply(
  rgb: Float32Array,
  width: number,
  { centres, means, inverses, pixels }: Windows,
  weights: Float64Array,
  from: Float64Array,
  to: Float64Array,
): void {
  for (let t = 0; t < pixels.length; t++) {
    const i = pixels[t] ?? 0;
    to[i] = (weights[i] ?? 0) * (from[i] ?? 0);
  }
  for (let k = 0, m = 0, v = 0; k < centres.length; k++, m += 3, v += 6) {
    const corner = (centres[k] ?? 0) - width - 1;
    const r = means[m] ?? 0;
    const g = means[m + 1] ?? 0;
    const b = means[m + 2] ?? 0;
    let sum = 0;
    let sumR = 0;
    let sumG = 0;
    let sumB = 0;
    for (let row = 0, i = corner; row < 3; row++, i += width - 3) {
      for (let column = 0; column < 3; column++, i++) {
        const p = from[i] ?? 0;
        sum += p;
        sumR += ((rgb[3 * i] ?? 0) - r) * p;
        sumG += ((rgb[3 * i + 1] ?? 0) - g) * p;
        sumB += ((rgb[3 * i + 2] ?? 0) - b) * p;
      }
    }
    const rr = inverses[v] ?? 0;
    const rg = inverses[v + 1] ?? 0;
    const rb = inverses[v + 2] ?? 0;
    const gg = inverses[v + 3] ?? 0;
    const gb = inverses[v + 4] ?? 0;
    const bb = inverses[v + 5] ?? 0;
    const slopeR = (rr * sumR + rg * sumG + rb * sumB) / 9;
    const slopeG = (rg * sumR + gg * sumG + gb * sumB) / 9;
    const slopeB = (rb * sumR + gb * sumG + bb * sumB) / 9;
    const offset = sum / 9 - r * slopeR - g * slopeG - b * slopeB;
    for (let row = 0, i = corner; row < 3; row++, i += width - 3) {
      for (let column = 0; column < 3; column++, i++) {
        const fitted =
          offset +
          (rgb[3 * i] ?? 0) * slopeR +
          (rgb[3 * i + 1] ?? 0) * slopeG +
          (rgb[3 * i + 2] ?? 0) * slopeB;
        to[i] = (to[i] ?? 0) + (from[i] ?? 0) - fitted;
      }
    }
  }
}

function windowsOf({ width, height, data: rgb }: RgbImage, trimap: Trimap): Windows {
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
  let [r, g, b, rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
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
  means.set([r, g, b], 3 * k);
  inverses.set(
    [
      c00 * scale,
      c01 * scale,
      c02 * scale,
      (rr * bb - rb * rb) * scale,
      (rg * rb - rr * gb) * scale,
      (rr * gg - rg * rg) * scale,
    ],
    6 * k,
  );
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
  const [mr = 0, mg = 0, mb = 0] = means.subarray(3 * k, 3 * k + 3);
  const [rr = 0, rg = 0, rb = 0, gg = 0, gb = 0, bb = 0] = inverses.subarray(6 * k, 6 * k + 6);
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
