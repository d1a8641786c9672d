/**
 * From coarse colour to colour that follows the edges of a picture. A net answers one colour for each cell of some
 * eight by eight pixels of the guide. Among neighbouring cells chroma is taken for a straight line of lightness, so
 * that within a cell it jumps where lightness jumps, and where lightness tells nothing it is merely enlarged. The
 * lines are fitted to the means of cells (the regression of the guided filter, He, Sun, Tang, 2010), since a mean is
 * all that is known of a cell. Colours are not evened out or judged here: those that are true must stay true.
 */

import { boxFilter, emptyPlane, type Plane, product, resizePlane, shrunkPlane } from '../plane.ts';

export interface ChromaPlanes {
  readonly a: Plane;
  readonly b: Plane;
}

/** Chroma = `slope · L + offset`. */
export interface ChromaLine {
  readonly slope: Plane;
  readonly offset: Plane;
}

/** For every pixel of the guide. */
export interface ChromaLines {
  readonly a: ChromaLine;
  readonly b: ChromaLine;
  /** L of the darkest and lightest cells nearby: beyond them nothing is known, and chroma stays level. */
  readonly lowest: Plane;
  readonly highest: Plane;
}

/** Cells on each side of the middle one. More mix more things: with two, the error at edges is 7 % larger. */
const windowCells = 1;
/**
 * Variance of L (0–100) among the cells of a window below which lightness tells nothing. A third or three times as
 * much scores the same.
 */
const flatVariance = 10;

/** `guide` is the picture's L; the cells of `coarse` cover the same picture. */
export function linesOf(guide: Plane, coarse: ChromaPlanes): ChromaLines {
  const width = Math.min(guide.width, coarse.a.width);
  const height = Math.min(guide.height, coarse.a.height);
  const lightness = shrunkPlane(guide, width, height);
  const lowest = enlargedTo(guide, extremesOf(lightness, Math.min));
  const highest = enlargedTo(guide, extremesOf(lightness, Math.max));
  const held = heldWithin(guide, lowest, highest);
  const departure = difference(held, enlargedTo(guide, lightness));
  const lineOf = (plane: Plane): ChromaLine => {
    const cells = shrunkPlane(plane, width, height);
    const slope = enlargedTo(guide, slopesOf(lightness, cells));
    const rough = sum(enlargedTo(guide, cells), product(slope, departure));
    return { slope, offset: difference(likeCells(rough, cells), product(slope, held)) };
  };
  return { a: lineOf(coarse.a), b: lineOf(coarse.b), lowest, highest };
}

/** Chroma of every pixel of `guide`. */
export function carriedTo(guide: Plane, coarse: ChromaPlanes): ChromaPlanes {
  const { a, b, lowest, highest } = linesOf(guide, coarse);
  const held = heldWithin(guide, lowest, highest);
  const along = ({ slope, offset }: ChromaLine): Plane => sum(product(slope, held), offset);
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
 * Gives back what enlarging has taken away, so that pixels have on average nearly the colour of their cell, and keeps
 * them within the colours of the cells about them: else a shadow beside something warm would turn blue.
 */
function likeCells(rough: Plane, cells: Plane): Plane {
  const lacking = difference(cells, shrunkPlane(rough, cells.width, cells.height));
  return heldWithin(
    sum(rough, enlargedTo(rough, lacking)),
    enlargedTo(rough, extremesOf(cells, Math.min)),
    enlargedTo(rough, extremesOf(cells, Math.max)),
  );
}

/** The lowest or highest value of each window. */
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

function heldWithin(plane: Plane, lowest: Plane, highest: Plane): Plane {
  const held = emptyPlane(plane.width, plane.height);
  for (let i = 0; i < held.data.length; i++) {
    held.data[i] = Math.min(highest.data[i] ?? 0, Math.max(lowest.data[i] ?? 0, plane.data[i] ?? 0));
  }
  return held;
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
