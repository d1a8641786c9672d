/**
 * Upsamples coarse chroma so that it follows the edges of a picture.
 *
 * A net predicts one colour per cell of about eight by eight pixels. For each group of neighbouring cells,
 * chroma is modelled as a linear function of lightness (a line with a slope and an offset). Within a cell,
 * chroma therefore changes where lightness changes. Where lightness is flat, chroma is interpolated. The
 * lines are fitted to the means of the cells, by the regression of the guided filter (He, Sun, Tang, 2010),
 * because a net knows a cell's mean only. Colours are not smoothed, so that correct ones stay correct.
 */

import { boxFilter, emptyPlane, type Plane, product, resizePlane, shrinkPlane } from './plane.ts';

export interface ChromaPlanes {
  readonly a: Plane;
  readonly b: Plane;
}

/** Chroma = `slope · L + offset`. */
export interface ChromaLine {
  readonly slope: Plane;
  readonly offset: Plane;
}

/** The lines of every pixel of the guide. */
export interface ChromaLines {
  readonly a: ChromaLine;
  readonly b: ChromaLine;
  /**
   * L of the darkest and lightest cell nearby. A line is valid only between these two values of L; outside, chroma
   * stays constant.
   */
  readonly lowest: Plane;
  readonly highest: Plane;
}

/**
 * The number of cells on each side of the middle cell of a window. Larger windows mix more objects: with
 * two, the error at edges is 7 % larger.
 */
const windowCells = 1;
/**
 * Where the variance of L (0–100) within a window is below this, lightness says nothing about chroma. A third
 * of this value, or three times as much, gives results of the same quality.
 */
const flatVariance = 10;

/** `guide` is the picture's L; the cells of `coarse` cover the same picture. */
export function fitChromaLines(guide: Plane, coarse: ChromaPlanes): ChromaLines {
  const width = Math.min(guide.width, coarse.a.width);
  const height = Math.min(guide.height, coarse.a.height);
  const lightness = shrinkPlane(guide, width, height);
  const lowest = enlargedTo(guide, extremesOf(lightness, Math.min));
  const highest = enlargedTo(guide, extremesOf(lightness, Math.max));
  const clampedGuide = clamped(guide, lowest, highest);
  const deviation = difference(clampedGuide, enlargedTo(guide, lightness));
  const lineOf = (plane: Plane): ChromaLine => {
    const cells = shrinkPlane(plane, width, height);
    const slope = enlargedTo(guide, slopesOf(lightness, cells));
    const rough = sum(enlargedTo(guide, cells), product(slope, deviation));
    return { slope, offset: difference(restoreCellMeans(rough, cells), product(slope, clampedGuide)) };
  };
  return { a: lineOf(coarse.a), b: lineOf(coarse.b), lowest, highest };
}

/** The chroma of every pixel of `guide`. */
export function upsampleChroma(guide: Plane, coarse: ChromaPlanes): ChromaPlanes {
  const { a, b, lowest, highest } = fitChromaLines(guide, coarse);
  const clampedGuide = clamped(guide, lowest, highest);
  const along = ({ slope, offset }: ChromaLine): Plane => sum(product(slope, clampedGuide), offset);
  return { a: along(a), b: along(b) };
}

function slopesOf(lightness: Plane, cells: Plane): Plane {
  const meanL = boxFilter(lightness, windowCells).data;
  const meanSquare = boxFilter(product(lightness, lightness), windowCells).data;
  const mean = boxFilter(cells, windowCells).data;
  const meanProduct = boxFilter(product(lightness, cells), windowCells).data;
  const slopes = emptyPlane(cells.width, cells.height);
  for (let i = 0; i < slopes.data.length; i++) {
    const l = meanL[i] ?? 0;
    const covariance = (meanProduct[i] ?? 0) - l * (mean[i] ?? 0);
    slopes.data[i] = covariance / ((meanSquare[i] ?? 0) - l * l + flatVariance);
  }
  return slopes;
}

/**
 * Restores the means of the cells, which interpolation changes, so that the pixels of a cell have nearly its colour on
 * average. The result is limited to the range of the cells nearby: otherwise a shadow beside a warm object would turn
 * blue.
 */
function restoreCellMeans(rough: Plane, cells: Plane): Plane {
  const missing = difference(cells, shrinkPlane(rough, cells.width, cells.height));
  return clamped(
    sum(rough, enlargedTo(rough, missing)),
    enlargedTo(rough, extremesOf(cells, Math.min)),
    enlargedTo(rough, extremesOf(cells, Math.max)),
  );
}

/** The lowest or highest value of each window, as `extreme` chooses. */
function extremesOf({ width, height, data }: Plane, extreme: (one: number, other: number) => number): Plane {
  const result = emptyPlane(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let found = data[y * width + x] ?? 0;
      const bottom = Math.min(height - 1, y + windowCells);
      const right = Math.min(width - 1, x + windowCells);
      for (let v = Math.max(0, y - windowCells); v <= bottom; v++) {
        for (let u = Math.max(0, x - windowCells); u <= right; u++)
          found = extreme(found, data[v * width + u] ?? 0);
      }
      result.data[y * width + x] = found;
    }
  }
  return result;
}

function clamped(plane: Plane, lowest: Plane, highest: Plane): Plane {
  const result = emptyPlane(plane.width, plane.height);
  for (let i = 0; i < result.data.length; i++) {
    result.data[i] = Math.min(highest.data[i] ?? 0, Math.max(lowest.data[i] ?? 0, plane.data[i] ?? 0));
  }
  return result;
}

function enlargedTo({ width, height }: Plane, plane: Plane): Plane {
  return resizePlane(plane, width, height);
}

function sum(a: Plane, b: Plane): Plane {
  const result = emptyPlane(a.width, a.height);
  for (let i = 0; i < result.data.length; i++) result.data[i] = (a.data[i] ?? 0) + (b.data[i] ?? 0);
  return result;
}

function difference(a: Plane, b: Plane): Plane {
  const result = emptyPlane(a.width, a.height);
  for (let i = 0; i < result.data.length; i++) result.data[i] = (a.data[i] ?? 0) - (b.data[i] ?? 0);
  return result;
}
