/**
 * Gives the skin of a person the tone of the face. The net recognises faces best, so it colours faces too strongly, and
 * hands, arms, ears and necks too weakly.
 */

import type { Point } from '../../nets/face-detector.ts';
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
/** The same for the cells of a hand, which may be in other light than the face. */
const handLightness = { from: 50, to: 30 } as const;
/** Skin spreads to neighbouring cells and stops where lightness changes. */
const spreading = { distancePx: 3, guideRange: 8 } as const;

interface Tone {
  readonly a: number;
  readonly b: number;
  readonly lightness: number;
}

/** What is known of each cell of the net's prediction. */
export interface SkinCells {
  readonly lightness: Plane;
  /** The probability that a cell belongs to a person. */
  readonly person: Plane;
  /** The share of a cell that is a hand or a bare forearm. */
  readonly hands: Plane;
  readonly faces: readonly CellFace[];
}

export function colourSkin(chroma: ChromaPlanes, cells: SkinCells): ChromaPlanes {
  const { faces } = cells;
  const bodies = withoutFaces(larger(cells.person, cells.hands), faces);
  const painted = {
    a: { ...chroma.a, data: chroma.a.data.slice() },
    b: { ...chroma.b, data: chroma.b.data.slice() },
  };
  for (const face of faces) {
    const tone = toneOf(chroma, cells.lightness, face);
    if (tone === null) continue;
    const strength = Math.hypot(tone.a, tone.b);
    const scale = Math.min(1, (faceChroma + aboveShare * (strength - faceChroma)) / strength);
    mixIn(painted, faceShares(cells.lightness, face), (a, b) => [scale * a, scale * b]);
    mixIn(painted, bodyShares(chroma, { ...cells, person: bodies }, face, tone), () => [
      scale * tone.a,
      scale * tone.b,
    ]);
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
function bodyShares({ a, b }: ChromaPlanes, cells: SkinCells, face: CellFace, tone: Tone): Plane {
  const { lightness: guide, person, hands } = cells;
  const { width, height } = guide;
  const shares = emptyPlane(width, height);
  const strength = Math.hypot(tone.a, tone.b);
  for (let i = 0; i < shares.data.length; i++) {
    const cell = { x: (i % width) + 0.5, y: Math.trunc(i / width) + 0.5 };
    const { across, down } = placeBy(face, cell);
    if (across > reach.across || down < 0 || down > reach.down) continue;
    const [valueA, valueB] = [a.data[i] ?? 0, b.data[i] ?? 0];
    const turn = Math.abs(Math.atan2(valueB * tone.a - valueA * tone.b, valueA * tone.a + valueB * tone.b));
    const lighter = (guide.data[i] ?? 0) - tone.lightness;
    const alike =
      rampOf(Math.hypot(valueA, valueB) / strength, chromaShares) *
      rampOf(turn, hueRad) *
      rampOf(Math.max(lighterWeight * lighter, -lighter), lightness);
    const handShare = hands.data[i] ?? 0;
    const hand =
      handShare > 0 && isNearest(face, cells.faces, cell)
        ? handShare * rampOf(Math.abs(lighter), handLightness)
        : 0;
    shares.data[i] = Math.max((person.data[i] ?? 0) * alike, hand);
  }
  // The multiplication removes skin that has spread into faces and into the background.
  return product(smoothWithinEdges(guide, shares, spreading), person);
}

/** The distances of a cell from the eyes, in eye-to-chin distances. */
function placeBy({ eyes, eyeToChin }: CellFace, { x, y }: Point) {
  return { across: Math.abs(x - eyes.x) / eyeToChin, down: (y - eyes.y) / eyeToChin };
}

/** Whether no other face is nearer, compared with its size, so that a hand gets the tone of its own person. */
function isNearest(face: CellFace, faces: readonly CellFace[], cell: Point): boolean {
  const distanceTo = (one: CellFace) => {
    const { across, down } = placeBy(one, cell);
    return Math.hypot(across, down);
  };
  const own = distanceTo(face);
  return faces.every((other) => distanceTo(other) >= own);
}

/** Returns the larger value of each cell. */
function larger(one: Plane, other: Plane): Plane {
  return { ...one, data: one.data.map((value, i) => Math.max(value, other.data[i] ?? 0)) };
}

/** Returns 0 up to `from` and 1 beyond `to`, with a linear transition between them. */
function rampOf(value: number, { from, to }: { readonly from: number; readonly to: number }): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
