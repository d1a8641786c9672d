/**
 * Gives each object one colour: chroma is smoothed where lightness is even, and stops at edges. Without this step one
 * coat has two colours, and a grey wall has red stains.
 */

import type { ChromaPlanes } from '../../pixels/chroma-lines.ts';
import { smoothWithinEdges } from '../../pixels/edge-aware.ts';
import { emptyPlane, type Plane, product } from '../../pixels/plane.ts';

/**
 * Distances are in cells of the net; ten cells are an eighth of the short side. With larger values, the colours of
 * objects mix, and neutral objects get chroma.
 */
const smoothing = { distancePx: 8, guideRange: 10 } as const;

/**
 * The colours of people and those of their surroundings are smoothed separately, so that a wall beside a face gets
 * no rim in the colour of the face.
 * @param cells the mean lightness of each cell of the net's prediction `chroma`. @param person the probability that
 * a cell belongs to a person.
 */
export function evenOutChroma(chroma: ChromaPlanes, cells: Plane, person: Plane): ChromaPlanes {
  const surroundings = { ...person, data: person.data.map((share) => 1 - share) };
  const layers = [person, surroundings].map((layer) => ({
    layer,
    weight: smoothWithinEdges(cells, layer, smoothing),
  }));
  const evened = (plane: Plane): Plane => {
    const result = emptyPlane(plane.width, plane.height);
    for (const { layer, weight } of layers) {
      const smooth = smoothWithinEdges(cells, product(plane, layer), smoothing);
      for (let i = 0; i < result.data.length; i++) {
        const share = layer.data[i] ?? 0;
        if (share > 0)
          result.data[i] = (result.data[i] ?? 0) + (share * (smooth.data[i] ?? 0)) / (weight.data[i] ?? 1);
      }
    }
    return result;
  };
  return { a: evened(chroma.a), b: evened(chroma.b) };
}
