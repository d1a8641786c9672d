/**
 * Fills damage from the lightness around it. In wide damage, each pixel is the mean of two values: one is carried inwards
 * along the edges of things that end at the damage (Bornemann and März, Fast Image Inpainting Based on Coherence
 * Transport, 2007), the other is that of the Laplace surface, the flattest over the damage. The mean is nearer to the
 * truth than each of them: an edge that was carried in the wrong direction is weaker, and a right one stays visible.
 *
 * Scratches, cracks and dust are so thin that the slopes of the lightness on both sides continue under them. There, most
 * of each pixel is the biharmonic surface, the least bent one, which continues these slopes, and a small part is the mean.
 * Across wide damage, the biharmonic surface overshoots.
 */

import { marchInwards } from '../../pixels/fast-marching.ts';
import { type Bitmap, dilate, erode } from '../../pixels/morphology.ts';
import { boxMeansAt, emptyPlane, type Plane } from '../../pixels/plane.ts';

/** The distance of the pixels from which a pixel is computed. */
const reachPx = 5;
/** The radii of the squares in which the direction of edges is averaged: the smallest with known pixels counts. */
const radiiPx = [3, 8, 24] as const;
/** The least share of known pixels within a radius. */
const knownShareMin = 0.08;
/** How strongly a pixel takes the lightness of those along an edge and not of those across it. */
const strictness = 25;
/** The difference of the structure tensor's eigenvalues, in L² per px², from which a direction counts as an edge. */
const contrast = 2;
/** The number of passes for the Laplace surface, and by how much each pass exceeds the mean of the neighbours. */
const passes = 60;
const overRelaxation = 1.6;
/** The share of the Laplace surface in the mean. */
const laplaceShare = 0.5;
/** Damage is thin where no square of this radius fits into it. */
const thinRadiusPx = 2;
/** The share of the biharmonic surface where damage is thin. */
const biharmonicShare = 0.8;
/** How much the biharmonic surface also resists slopes, not only bends. With more it is flatter, with none it overshoots. */
const tension = 0.05;
/** The same as for the Laplace surface. Across wide damage, the biharmonic surface would take far more passes. */
const biharmonicPasses = 80;
const biharmonicRelaxation = 1.3;

/** @returns L with the pixels of `hole` filled. If everything is a hole, nothing is filled. */
export function fillLightness(lightness: Plane, hole: Bitmap): Plane {
  const { width, height } = lightness;
  const filled = { width, height, data: lightness.data.slice() };
  if (!hole.data.includes(1)) return filled;
  const known = hole.data.map((bit) => 1 - bit);
  const { order } = marchInwards(hole);
  const direction = directionsOf(lightness, known, order);
  for (const i of order) {
    filled.data[i] = valueAlongEdges(i, filled, known, direction);
    known[i] = 1;
  }
  const surface = laplaceSurface(filled, order);
  for (const i of order) {
    filled.data[i] = (1 - laplaceShare) * (filled.data[i] ?? 0) + laplaceShare * (surface.data[i] ?? 0);
  }
  const thin = thinPartsOf(hole);
  const biharmonic = biharmonicSurface(filled, thin);
  for (const i of thin) {
    filled.data[i] =
      (1 - biharmonicShare) * (filled.data[i] ?? 0) + biharmonicShare * (biharmonic.data[i] ?? 0);
  }
  return filled;
}

/** The pixels of the hole where no square of this radius fits into it. */
function thinPartsOf(hole: Bitmap): number[] {
  const wide = dilate(erode(hole, thinRadiusPx), thinRadiusPx).data;
  const thin: number[] = [];
  for (let i = 0; i < wide.length; i++) if (hole.data[i] === 1 && wide[i] === 0) thin.push(i);
  return thin;
}

/** Solves the biharmonic equation with a little tension over the given pixels, as `laplaceSurface` solves Laplace's. */
function biharmonicSurface({ width, height, data }: Plane, pixels: readonly number[]): Plane {
  const surface = { width, height, data: data.slice() };
  const values = surface.data;
  // Beyond the edge of the picture, the nearest pixel is repeated.
  const at = (x: number, y: number): number =>
    values[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 0;
  for (let pass = 0; pass < biharmonicPasses; pass++) {
    for (const i of pixels) {
      const x = i % width;
      const y = Math.floor(i / width);
      const beside = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
      const diagonal = at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1);
      const second = at(x - 2, y) + at(x + 2, y) + at(x, y - 2) + at(x, y + 2);
      const here = values[i] ?? 0;
      const balanced = ((8 + tension) * beside - 2 * diagonal - second) / (20 + 4 * tension);
      values[i] = here + biharmonicRelaxation * (balanced - here);
    }
  }
  return surface;
}

/** Solves Laplace's equation over the given pixels, by successive over-relaxation that starts with their values. */
function laplaceSurface({ width, height, data }: Plane, pixels: readonly number[]): Plane {
  const surface = { width, height, data: data.slice() };
  const values = surface.data;
  for (let pass = 0; pass < passes; pass++) {
    for (const i of pixels) {
      const x = i % width;
      // Beyond the edge of the picture, the pixel itself is repeated.
      const here = values[i] ?? 0;
      const left = x > 0 ? (values[i - 1] ?? 0) : here;
      const right = x < width - 1 ? (values[i + 1] ?? 0) : here;
      const above = i >= width ? (values[i - width] ?? 0) : here;
      const below = i < width * (height - 1) ? (values[i + width] ?? 0) : here;
      values[i] = here + overRelaxation * ((left + right + above + below) / 4 - here);
    }
  }
  return surface;
}

/** The pixels around a pixel from which it is computed. */
const offsets = Array.from({ length: (2 * reachPx + 1) ** 2 }, (_, k) => ({
  dx: (k % (2 * reachPx + 1)) - reachPx,
  dy: Math.floor(k / (2 * reachPx + 1)) - reachPx,
}))
  .filter(({ dx, dy }) => dx * dx + dy * dy <= reachPx ** 2 && (dx !== 0 || dy !== 0))
  .map(({ dx, dy }) => ({ dx, dy, cubedDistance: (dx * dx + dy * dy) ** 1.5 }));

function valueAlongEdges(
  i: number,
  { width, height, data }: Plane,
  known: Uint8Array,
  along: Direction,
): number {
  const x = i % width;
  const y = Math.floor(i / width);
  const [alongX, alongY] = [along.x[i] ?? 0, along.y[i] ?? 0];
  const narrowness = (((along.clarity[i] ?? 0) * strictness) / reachPx) ** 2 / 2;
  let sum = 0;
  let weights = 0;
  for (const { dx, dy, cubedDistance } of offsets) {
    if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
    const j = i + dy * width + dx;
    if (known[j] !== 1) continue;
    const across = dx * alongY - dy * alongX;
    const weight = Math.exp(-narrowness * across * across) / cubedDistance + 1e-9;
    sum += weight * (data[j] ?? 0);
    weights += weight;
  }
  return weights > 0 ? sum / weights : (data[i] ?? 0);
}

/** The direction along which lightness changes least at each pixel, and how clear it is (0–1). */
interface Direction {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly clarity: Float32Array;
}

/** From the structure tensor of the known pixels. Only the pixels of the hole have a direction. */
function directionsOf(
  { width, height, data }: Plane,
  known: Uint8Array,
  holePixels: readonly number[],
): Direction {
  const plane = (): Plane => emptyPlane(width, height);
  const [xx, xy, yy, valid] = [plane(), plane(), plane(), plane()];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!isKnownAround(known, i, width)) continue;
      const gradientX = ((data[i + 1] ?? 0) - (data[i - 1] ?? 0)) / 2;
      const gradientY = ((data[i + width] ?? 0) - (data[i - width] ?? 0)) / 2;
      xx.data[i] = gradientX * gradientX;
      xy.data[i] = gradientX * gradientY;
      yy.data[i] = gradientY * gradientY;
      valid.data[i] = 1;
    }
  }
  const size = width * height;
  const result = { x: new Float32Array(size), y: new Float32Array(size), clarity: new Float32Array(size) };
  let unset: readonly number[] = holePixels;
  for (const radius of radiiPx) {
    const mean = (source: Plane): Float32Array => boxMeansAt(source, radius, unset);
    const [share, meanXx, meanXy, meanYy] = [mean(valid), mean(xx), mean(xy), mean(yy)];
    unset = unset.filter((i, k) => {
      const part = share[k] ?? 0;
      if (part < knownShareMin) return true;
      setDirection(result, i, (meanXx[k] ?? 0) / part, (meanXy[k] ?? 0) / part, (meanYy[k] ?? 0) / part);
      return false;
    });
  }
  return result;
}

function isKnownAround(known: Uint8Array, i: number, width: number): boolean {
  return known[i - 1] === 1 && known[i + 1] === 1 && known[i - width] === 1 && known[i + width] === 1;
}

function setDirection({ x, y, clarity }: Direction, i: number, xx: number, xy: number, yy: number): void {
  const difference = Math.hypot(xx - yy, 2 * xy);
  // Half the angle of the largest change, turned by 90 degrees.
  const angle = Math.atan2(2 * xy, xx - yy) / 2 + Math.PI / 2;
  x[i] = Math.cos(angle);
  y[i] = Math.sin(angle);
  clarity[i] = Math.exp(-contrast / (difference + 1e-6));
}
