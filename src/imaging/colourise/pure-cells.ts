/**
 * Takes back what a net smears over edges. Its answers are blurrier than its cells: beside a face a wall is pink, and
 * the sky above a ridge grey. Cells near an edge of lightness are therefore mistrusted, and take colour from those
 * further off that are as light. True colours, which have no smear, lose a little by it: `npm run eval -- edges`.
 */

import { boxFilter, emptyPlane, type Plane, product, shrunkPlane } from '../plane.ts';
import type { ChromaPlanes } from './chroma-lines.ts';

/** A net smears over some two cells; one more must be pure. */
const smearCells = 2;
const reachCells = 3;
/** Variance of L (0–100) about a cell at which it is trusted by half. Less smooths what is merely textured. */
const mixedVariance = 200;
/** Cells whose L differs by this much are hardly the same thing. */
const alikeL = 5;

/** `lightness` covers the same picture. The result has the size of `chroma`, or of `lightness` where that is smaller. */
export function pureCells(lightness: Plane, chroma: ChromaPlanes): ChromaPlanes {
  const width = Math.min(lightness.width, chroma.a.width);
  const height = Math.min(lightness.height, chroma.a.height);
  const cells = shrunkPlane(lightness, width, height);
  const trust = trustIn(cells);
  const [a, b] = [shrunkPlane(chroma.a, width, height), shrunkPlane(chroma.b, width, height)];
  const result = { a: emptyPlane(width, height), b: emptyPlane(width, height) };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const own = trust[i] ?? 0;
      let [sum, sumA, sumB] = [0, 0, 0];
      for (let v = Math.max(0, y - reachCells); v <= Math.min(height - 1, y + reachCells); v++) {
        for (let u = Math.max(0, x - reachCells); u <= Math.min(width - 1, x + reachCells); u++) {
          const j = v * width + u;
          const step = ((cells.data[j] ?? 0) - (cells.data[i] ?? 0)) / alikeL;
          const far = ((u - x) ** 2 + (v - y) ** 2) / reachCells ** 2;
          const weight = (trust[j] ?? 0) * Math.exp(-0.5 * step * step - far);
          sum += weight;
          sumA += weight * (a.data[j] ?? 0);
          sumB += weight * (b.data[j] ?? 0);
        }
      }
      // Trust is never 0, so that a cell with nothing like it about keeps its own colour.
      result.a.data[i] = own * (a.data[i] ?? 0) + ((1 - own) * sumA) / sum;
      result.b.data[i] = own * (b.data[i] ?? 0) + ((1 - own) * sumB) / sum;
    }
  }
  return result;
}

/** From 1, where lightness is even, towards 0. */
function trustIn(cells: Plane): Float32Array {
  const mean = boxFilter(cells, smearCells).data;
  const meanSquare = boxFilter(product(cells, cells), smearCells).data;
  return mean.map((value, i) => 1 / (1 + Math.max(0, (meanSquare[i] ?? 0) - value * value) / mixedVariance));
}
