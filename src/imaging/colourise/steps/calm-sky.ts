/** Limits the chroma of the sky, because the net paints many skies in a blue that no sky has. */

import type { ChromaPlanes } from '../../pixels/chroma-lines.ts';
import { smoothWithinEdges } from '../../pixels/edge-aware.ts';
import { type Bitmap, connectedTo } from '../../pixels/morphology.ts';
import type { Plane } from '../../pixels/plane.ts';

/**
 * The sky is a blue area that touches the upper edge and is lighter than this. A night sky is darker and keeps its
 * colour.
 */
const lightnessMin = 30;
/**
 * A cell is blue if its −b is above `blueMin` and its a is below `violetShare` of its −b. A cell with a greater a is
 * violet.
 */
const blueMin = 4;
const violetShare = 0.6;
/**
 * A chroma of the sky up to `keptChroma` stays as it is. A higher chroma is reduced to a value below `keptChroma +
 * bend`.
 */
const keptChroma = 20;
const bend = 24;
/** The reduction fades out at the border of the sky, but does not extend across edges such as that of a roof. */
const softening = { distancePx: 3, guideRange: 12 } as const;

/** @param cells the mean lightness of each cell of the net's prediction `chroma`. */
export function calmSky(chroma: ChromaPlanes, cells: Plane): ChromaPlanes {
  const { width, height } = cells;
  const blue: Bitmap = { width, height, data: new Uint8Array(width * height) };
  const top: Bitmap = { width, height, data: new Uint8Array(width * height) };
  top.data.fill(1, 0, width);
  for (let i = 0; i < blue.data.length; i++) {
    const [a, b] = [chroma.a.data[i] ?? 0, chroma.b.data[i] ?? 0];
    const isBlue = b < -blueMin && a < -violetShare * b && a > b;
    blue.data[i] = isBlue && (cells.data[i] ?? 0) > lightnessMin ? 1 : 0;
  }
  const sky = { width, height, data: Float32Array.from(connectedTo(top, blue).data) };
  const shares = smoothWithinEdges(cells, sky, softening).data;
  const factors = shares.map((share, i) => {
    const strength = Math.hypot(chroma.a.data[i] ?? 0, chroma.b.data[i] ?? 0);
    return 1 + share * (boundedTo(strength) / Math.max(strength, 1e-6) - 1);
  });
  const scaled = (plane: Plane): Plane => ({
    ...plane,
    data: plane.data.map((value, i) => value * (factors[i] ?? 1)),
  });
  return { a: scaled(chroma.a), b: scaled(chroma.b) };
}

function boundedTo(strength: number): number {
  const above = Math.max(0, strength - keptChroma);
  return Math.min(strength, keptChroma) + (bend * above) / (bend + above);
}
