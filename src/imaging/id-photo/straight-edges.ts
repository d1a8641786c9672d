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
      if (!liesInside(inside.data, at, offsets)) continue;
      let square = 0;
      for (const difference of across) square += meanAlong(difference, at, offsets) ** 2;
      strongest = Math.max(strongest, square);
    }
  }
  return Math.sqrt(strongest);
}

function liesInside(inside: Uint8Array, at: number, offsets: Int32Array): boolean {
  // The middle first: most pixels of the square are outside the face.
  if (inside[at] !== 1) return false;
  for (let k = 0; k < offsets.length; k++) if (inside[at + (offsets[k] ?? 0)] !== 1) return false;
  return true;
}

function meanAlong(differences: Float32Array, at: number, offsets: Int32Array): number {
  let sum = 0;
  for (let k = 0; k < offsets.length; k++) sum += differences[at + (offsets[k] ?? 0)] ?? 0;
  return sum / offsets.length;
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
function offsetsAlong(angle: number, width: number): Int32Array {
  return Int32Array.from({ length: halfLength + 1 }, (_, index) => {
    const along = index * step - halfLength;
    return Math.round(-Math.sin(angle) * along) * width + Math.round(Math.cos(angle) * along);
  });
}
