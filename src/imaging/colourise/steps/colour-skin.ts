/**
 * Gives the skin of a person the tone of the face. The net recognises faces best, so it colours faces too strongly, and
 * hands, arms, ears and necks too weakly.
 */

import type { ChromaPlanes } from '../../pixels/chroma-lines.ts';
import { smoothWithinEdges } from '../../pixels/edge-aware.ts';
import { emptyPlane, type Plane, product } from '../../pixels/plane.ts';
import { fillPolygon } from '../../pixels/polygon.ts';
import type { CellFace } from './cells.ts';

/**
 * The tone of a face keeps its chroma up to `faceChroma`, and `aboveShare` of the chroma above it. In validation
 * photos, the mean chroma of faces is 22, and the net predicts 30.
 */
const faceChroma = 22;
const aboveShare = 0.1;
/** A face whose cheeks, nose and chin have fewer cells than this has no reliable tone. */
const cheekCellsMin = 3;
/** The area in which the step looks for skin, in eye-to-chin distances from the eyes. */
const reach = { across: 3.5, down: 6.5 } as const;
/**
 * How likely a cell is skin, by its chroma as a share of the face's chroma: not at all up to `from`, fully from
 * `to`.
 */
const chromaShares = { from: 0.38, to: 0.65 } as const;
/**
 * How likely a cell is skin, by the angle between the hues of cell and face, and by their difference in lightness:
 * not at all at `from`, fully at `to`.
 */
const hueRad = { from: 0.45, to: 0.2 } as const;
const lightness = { from: 34, to: 18 } as const;
/**
 * If a cell is lighter than the face, the difference in lightness is multiplied by this factor: skin is seldom
 * lighter than the face, but a white collar is.
 */
const lighterWeight = 1.8;
/** Skin spreads to neighbouring cells and stops where lightness changes. */
const spreading = { distancePx: 3, guideRange: 8 } as const;

interface Tone {
  readonly a: number;
  readonly b: number;
  readonly lightness: number;
}

/**
 * @param cells the mean lightness of each cell of the net's prediction `chroma`. @param person the probability that
 * a cell belongs to a person.
 */
export function colourSkin(
  chroma: ChromaPlanes,
  cells: Plane,
  person: Plane,
  faces: readonly CellFace[],
): ChromaPlanes {
  const bodies = withoutFaces(person, faces);
  const painted = {
    a: { ...chroma.a, data: chroma.a.data.slice() },
    b: { ...chroma.b, data: chroma.b.data.slice() },
  };
  for (const face of faces) {
    const tone = toneOf(chroma, cells, face);
    if (tone === null) continue;
    const strength = Math.hypot(tone.a, tone.b);
    const scale = Math.min(1, (faceChroma + aboveShare * (strength - faceChroma)) / strength);
    mixIn(painted, faceShares(cells, face), (a, b) => [scale * a, scale * b]);
    mixIn(painted, bodyShares(chroma, cells, bodies, face, tone), () => [scale * tone.a, scale * tone.b]);
  }
  return painted;
}

/** Moves each cell towards the colour that `towards` returns, by the cell's share. */
function mixIn(
  { a, b }: ChromaPlanes,
  shares: Plane,
  towards: (a: number, b: number) => readonly [number, number],
): void {
  for (let i = 0; i < shares.data.length; i++) {
    const share = shares.data[i] ?? 0;
    if (share <= 0) continue;
    const [valueA, valueB] = [a.data[i] ?? 0, b.data[i] ?? 0];
    const [targetA, targetB] = towards(valueA, valueB);
    a.data[i] = valueA + share * (targetA - valueA);
    b.data[i] = valueB + share * (targetB - valueB);
  }
}

/**
 * The mean colour of the cells below the eyes (cheeks, nose and chin); null if there are too few such cells, or
 * they are grey.
 */
function toneOf({ a, b }: ChromaPlanes, cells: Plane, face: CellFace): Tone | null {
  const { width, height } = cells;
  const oval = fillPolygon(face.outline, width, height);
  const sum = { count: 0, a: 0, b: 0, lightness: 0 };
  for (let i = 0; i < oval.data.length; i++) {
    if (oval.data[i] === 0 || Math.trunc(i / width) + 0.5 < face.eyes.y) continue;
    sum.count++;
    sum.a += a.data[i] ?? 0;
    sum.b += b.data[i] ?? 0;
    sum.lightness += cells.data[i] ?? 0;
  }
  if (sum.count < cheekCellsMin) return null;
  const tone = { a: sum.a / sum.count, b: sum.b / sum.count, lightness: sum.lightness / sum.count };
  return tone.a <= 0 || tone.b <= 0 || Math.hypot(tone.a, tone.b) < toneChromaMin ? null : tone;
}

/** If a face has less chroma, the net has not recognised it as a face. */
const toneChromaMin = 8;

/** Returns 1 for cells inside the face, and less for cells along its outline. */
function faceShares(cells: Plane, face: CellFace): Plane {
  const { width, height } = cells;
  const data = Float32Array.from(fillPolygon(face.outline, width, height).data);
  return smoothWithinEdges(cells, { width, height, data }, { distancePx: 1.5, guideRange: 12 });
}

/** The probability that a cell belongs to a person; 0 in each face, so that one person's tone is not painted on another. */
function withoutFaces(person: Plane, faces: readonly CellFace[]): Plane {
  const data = person.data.slice();
  for (const { outline } of faces) {
    const oval = fillPolygon(outline, person.width, person.height).data;
    for (let i = 0; i < data.length; i++) if (oval[i] === 1) data[i] = 0;
  }
  return { ...person, data };
}

/** Returns for each cell outside the face how certainly it is skin of the same person, 0–1. */
function bodyShares({ a, b }: ChromaPlanes, cells: Plane, bodies: Plane, face: CellFace, tone: Tone): Plane {
  const { width, height } = cells;
  const shares = emptyPlane(width, height);
  const strength = Math.hypot(tone.a, tone.b);
  for (let i = 0; i < shares.data.length; i++) {
    const across = Math.abs((i % width) + 0.5 - face.eyes.x) / face.eyeToChin;
    const down = (Math.trunc(i / width) + 0.5 - face.eyes.y) / face.eyeToChin;
    if (across > reach.across || down < 0 || down > reach.down) continue;
    const [valueA, valueB] = [a.data[i] ?? 0, b.data[i] ?? 0];
    const turn = Math.abs(Math.atan2(valueB * tone.a - valueA * tone.b, valueA * tone.a + valueB * tone.b));
    const lighter = (cells.data[i] ?? 0) - tone.lightness;
    shares.data[i] =
      (bodies.data[i] ?? 0) *
      rampOf(Math.hypot(valueA, valueB) / strength, chromaShares) *
      rampOf(turn, hueRad) *
      rampOf(Math.max(lighterWeight * lighter, -lighter), lightness);
  }
  // The multiplication with `bodies` removes skin that has spread into faces and into the background.
  return product(smoothWithinEdges(cells, shares, spreading), bodies);
}

/** Returns 0 up to `from` and 1 beyond `to`, with a linear transition between them. */
function rampOf(value: number, { from, to }: { readonly from: number; readonly to: number }): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
