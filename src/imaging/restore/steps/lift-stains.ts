/**
 * Restores the picture under stains that it can be seen through. Such a place is not filled: it keeps its details, and
 * only its tone is fitted to that of its surroundings (the guided interpolation of Pérez, Gangnet and Blake, Poisson
 * Image Editing, 2003). Along the edge of a stain nothing is kept, because the edge itself is a detail, often with a
 * darker rim.
 */

import { type Bitmap, depthInside, regionsOf } from '../../pixels/morphology.ts';
import { type OutlineStep, outlineSteps } from '../../pixels/outline-step.ts';
import type { Plane } from '../../pixels/plane.ts';

/** The width of the edge of a stain, as a share of the picture's diagonal. */
const edgeShare = 0.0075;
const edgePxMin = 2;
/** A stain is wide: at least this share of it, and this many pixels, lie farther inside than its edge is wide. */
const insideShareMin = 0.3;
const insidePixelsMin = 60;
/** A stain is a blot, not a line: its area is at most this many times the square of its greatest width. */
const areaPerSquaredWidthMax = 8;
/**
 * The picture can be seen through a stain if the details inside are between these shares of those around it. Bare paper
 * has fewer details, and the crumbled edges of a crack have more.
 */
const detailShare = { from: 0.2, to: 2 } as const;
/** The detail of a surface without any, in L: the noise of a scan. */
const noise = 0.3;
/**
 * A stain darkens: outside its outline the picture is lighter by at least this L than inside. Where the emulsion is
 * missing, the paper is lighter than the picture. Where the net took an object for a stain, there is often no step.
 */
const stepMin = 3;
/** A place that must be changed by more L than this, on average, is covered and not stained. */
const changeMax = 32;
/** Poisson's equation is solved in this many passes over the region for each pixel of its width. */
const passesPerWidthPx = 2;
/**
 * The number of pixels that all passes may visit together, which take half a second. Larger stains stay filled, so that
 * no photo keeps a process busy.
 */
const visitsMax = 30_000_000;

/**
 * @param lightness L of the damaged picture. @param filled the same with all of `hole` filled. @returns `filled`, with the
 * restored picture instead of the filling under stains.
 */
export function liftStains(lightness: Plane, hole: Bitmap, filled: Plane): Plane {
  const edgePx = Math.max(edgePxMin, Math.round(edgeShare * Math.hypot(hole.width, hole.height)));
  const depth = depthInside(hole);
  const lifted = { ...filled, data: filled.data.slice() };
  let visits = 0;
  let outlineStep: OutlineStep | null = null;
  for (const region of regionsOf(hole)) {
    const inner = region.filter((i) => (depth[i] ?? 0) > edgePx);
    if (inner.length < Math.max(insidePixelsMin, insideShareMin * region.length)) continue;
    const deepest = inner.reduce((most, i) => Math.max(most, depth[i] ?? 0), 0);
    // The greatest width of the region is at most this.
    const widthPx = 2 * edgePx * Math.ceil(deepest / edgePx);
    if (region.length > areaPerSquaredWidthMax * widthPx ** 2) continue;
    const nearby = ringAround(region, hole, 2 * edgePx);
    const detail = detailOf(lightness, inner) / (detailOf(lightness, nearby) + noise);
    if (detail < detailShare.from || detail > detailShare.to) continue;
    outlineStep ??= outlineSteps(lightness, hole, edgePx + 1);
    if (outlineStep(region) < stepMin) continue;
    const passes = passesPerWidthPx * widthPx;
    if (visits + passes * region.length > visitsMax) continue;
    visits += passes * region.length;
    const restored = fittedTone(lightness, filled, region, { depth, edgePx }, { widthPx, passes });
    if (meanChange(restored, lightness, inner) > changeMax) continue;
    for (const i of region) lifted.data[i] = restored.data[i] ?? 0;
  }
  return lifted;
}

/**
 * The pixels that are this far from the region, to the left, right, above or below. Those in a hole or beside one are left
 * out.
 */
function ringAround(region: readonly number[], hole: Bitmap, distancePx: number): number[] {
  const { width, height } = hole;
  const ring = new Set<number>();
  const add = (x: number, y: number): void => {
    if (x >= 0 && x < width && y >= 0 && y < height && !isNearHole(hole, x, y)) ring.add(y * width + x);
  };
  for (const i of region) {
    const x = i % width;
    const y = Math.floor(i / width);
    add(x - distancePx, y);
    add(x + distancePx, y);
    add(x, y - distancePx);
    add(x, y + distancePx);
  }
  return [...ring];
}

/** Whether one of the pixels in the square of side 3 around this one belongs to a hole. */
function isNearHole({ width, height, data }: Bitmap, x: number, y: number): boolean {
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      if (data[row * width + column] === 1) return true;
    }
  }
  return false;
}

/** The median of the absolute Laplacian, in L. */
function detailOf({ width, height, data }: Plane, pixels: readonly number[]): number {
  const values: number[] = [];
  for (const i of pixels) {
    const x = i % width;
    if (x === 0 || x === width - 1 || i < width || i >= width * (height - 1)) continue;
    const beside = (data[i - 1] ?? 0) + (data[i + 1] ?? 0) + (data[i - width] ?? 0) + (data[i + width] ?? 0);
    values.push(Math.abs(4 * (data[i] ?? 0) - beside));
  }
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}

/**
 * Solves Poisson's equation over the region by successive over-relaxation: inside, the differences between neighbours are
 * those of the damaged picture; along the edge, there are none.
 */
function fittedTone(
  { width, height, data: damaged }: Plane,
  filled: Plane,
  region: readonly number[],
  { depth, edgePx }: { readonly depth: Uint16Array; readonly edgePx: number },
  { widthPx, passes }: { readonly widthPx: number; readonly passes: number },
): Plane {
  const solution = { ...filled, data: filled.data.slice() };
  const values = solution.data;
  const isInside = (i: number): boolean => (depth[i] ?? 0) > edgePx;
  const overRelaxation = 2 / (1 + Math.sin(Math.PI / (widthPx + 2)));
  const from = (i: number, neighbour: number): number =>
    (values[neighbour] ?? 0) +
    (isInside(i) && isInside(neighbour) ? (damaged[i] ?? 0) - (damaged[neighbour] ?? 0) : 0);
  for (let pass = 0; pass < passes; pass++) {
    for (const i of region) {
      const x = i % width;
      // Beyond the edge of the picture, the pixel itself is repeated.
      const here = values[i] ?? 0;
      const left = x > 0 ? from(i, i - 1) : here;
      const right = x < width - 1 ? from(i, i + 1) : here;
      const above = i >= width ? from(i, i - width) : here;
      const below = i < width * (height - 1) ? from(i, i + width) : here;
      values[i] = here + overRelaxation * ((left + right + above + below) / 4 - here);
    }
  }
  return solution;
}

/** The absolute value of the mean change. */
function meanChange(one: Plane, other: Plane, pixels: readonly number[]): number {
  const sum = pixels.reduce((total, i) => total + (one.data[i] ?? 0) - (other.data[i] ?? 0), 0);
  return Math.abs(sum) / pixels.length;
}
