/** Finds the strongest long straight edge inside a face. A bare face has only short and curved edges. */

import type { Bitmap } from '../pixels/morphology.ts';

/** Colours of the pixels of the sampled face in CIE Lab, row by row. */
export interface LabPlanes {
  readonly l: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** Half the length of the edge in pixels; the pixels of the edge that are examined; half the width of the edge. */
const [halfLength, step, halfWidth] = [12, 2, 2];
const angles = 12;
/** Differences of a and b that count as much as a difference of lightness by the lightness of the skin. */
const chromaUnit = 30;
/** A single strong pixel counts at most this, so that an edge must be strong along its whole length. */
const differenceMax = 0.5;

/**
 * @param inside the pixels in which the whole edge must lie; none is within 2 px of the border of the planes.
 * @param lightness the lightness of the skin.
 * @returns the mean difference of colour across the strongest edge; 0 if no edge of this length fits inside.
 */
export function straightEdge({ l, a, b }: LabPlanes, inside: Bitmap, lightness: number): number {
  const planes = [
    { plane: l, unit: lightness },
    { plane: a, unit: chromaUnit },
    { plane: b, unit: chromaUnit },
  ];
  let strongest = 0;
  for (let turn = 0; turn < angles; turn++) {
    const angle = (Math.PI * turn) / angles;
    const across = planes.map(({ plane, unit }) => differences(plane, inside, angle, unit));
    const offsets = offsetsAlong(angle, inside.width);
    for (let at = 0; at < inside.data.length; at++) {
      if (inside.data[at] !== 1 || !offsets.every((offset) => inside.data[at + offset] === 1)) continue;
      let square = 0;
      for (const difference of across) {
        let sum = 0;
        for (const offset of offsets) sum += difference[at + offset] ?? 0;
        square += (sum / offsets.length) ** 2;
      }
      strongest = Math.max(strongest, square);
    }
  }
  return Math.sqrt(strongest);
}

/** The differences of the plane across an edge that rises by this angle, for the pixels inside. */
function differences(
  plane: Float32Array,
  { width, data }: Bitmap,
  angle: number,
  unit: number,
): Float32Array {
  const [across, down] = [Math.sin(angle) / unit, Math.cos(angle) / unit];
  const found = new Float32Array(data.length);
  for (let i = 0; i < found.length; i++) {
    if (data[i] !== 1) continue;
    const x = (plane[i + halfWidth] ?? 0) - (plane[i - halfWidth] ?? 0);
    const y = (plane[i + halfWidth * width] ?? 0) - (plane[i - halfWidth * width] ?? 0);
    found[i] = Math.min(differenceMax, Math.max(-differenceMax, across * x + down * y));
  }
  return found;
}

/** The offsets of the examined pixels of an edge from its middle. */
function offsetsAlong(angle: number, width: number): number[] {
  return Array.from({ length: halfLength + 1 }, (_, index) => {
    const along = index * step - halfLength;
    return Math.round(-Math.sin(angle) * along) * width + Math.round(Math.cos(angle) * along);
  });
}
