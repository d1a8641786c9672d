/**
 * Closed-form matting (Levin, Lischinski, Weiss, 2008): finds the alpha that is nearly a linear function of
 * the colours in every 3 × 3 window, is 0 or 1 at the known pixels of the trimap, and stays near a prior,
 * which is an earlier estimate of alpha. The system is solved by conjugate gradient over the windows that
 * touch unknown pixels, without building the matrix.
 */

import { emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';
import { type Windows, windowsOf } from './colour-windows.ts';
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

const knownWeight = 100;
/** The solver stops when the squared norm of the residual is this share of its value at the start. */
const residualShare = 1e-8;

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

/**
 * Sets `to` = (matting Laplacian + diagonal of `weights`) · `from` on the windows' pixels. It runs once for each
 * iteration and takes most of the time of the matting, so the three pixels of a row are written out.
 */
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
    for (let row = 0, i = corner; row < 3; row++, i += width) {
      const j = 3 * i;
      const left = from[i] ?? 0;
      const middle = from[i + 1] ?? 0;
      const right = from[i + 2] ?? 0;
      sum = sum + left + middle + right;
      sumR =
        sumR +
        ((rgb[j] ?? 0) - r) * left +
        ((rgb[j + 3] ?? 0) - r) * middle +
        ((rgb[j + 6] ?? 0) - r) * right;
      sumG =
        sumG +
        ((rgb[j + 1] ?? 0) - g) * left +
        ((rgb[j + 4] ?? 0) - g) * middle +
        ((rgb[j + 7] ?? 0) - g) * right;
      sumB =
        sumB +
        ((rgb[j + 2] ?? 0) - b) * left +
        ((rgb[j + 5] ?? 0) - b) * middle +
        ((rgb[j + 8] ?? 0) - b) * right;
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
    for (let row = 0, i = corner; row < 3; row++, i += width) {
      const j = 3 * i;
      const left = offset + (rgb[j] ?? 0) * slopeR + (rgb[j + 1] ?? 0) * slopeG + (rgb[j + 2] ?? 0) * slopeB;
      const middle =
        offset + (rgb[j + 3] ?? 0) * slopeR + (rgb[j + 4] ?? 0) * slopeG + (rgb[j + 5] ?? 0) * slopeB;
      const right =
        offset + (rgb[j + 6] ?? 0) * slopeR + (rgb[j + 7] ?? 0) * slopeG + (rgb[j + 8] ?? 0) * slopeB;
      to[i] = (to[i] ?? 0) + (from[i] ?? 0) - left;
      to[i + 1] = (to[i + 1] ?? 0) + (from[i + 1] ?? 0) - middle;
      to[i + 2] = (to[i + 2] ?? 0) + (from[i + 2] ?? 0) - right;
    }
  }
}
