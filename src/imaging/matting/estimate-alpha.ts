/**
 * Estimates an alpha matte that follows single hairs from a coarse mask: guided filter → trimap → narrowing by colour →
 * closed-form matting → removal of parts that are not connected to the person, and of holes.
 */

import { guidedFilter } from '../pixels/guided-filter.ts';
import { type Bitmap, connectedTo, threshold } from '../pixels/morphology.ts';
import { emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';
import { solveCoarseToFine } from './coarse-to-fine.ts';
import { type DrawnStrokes, drawn, maskWithStrokes } from './drawn-strokes.ts';
import { narrowTrimap } from './narrow-trimap.ts';
import { sharedColours } from './shared-colours.ts';
import { buildTrimap, fillHoles, label, type Trimap } from './trimap.ts';

/**
 * The radius of the guided filter is for a picture of this width. For other widths, it is scaled in
 * proportion.
 */
const tunedWidthPx = 590;
const guideRadiusPx = 10;
const guideEpsilon = 1e-4;
/** How strongly the solver's result is kept near its prior, the net's mask. */
const priorStrength = 1e-3;
/**
 * In front of a wall with a pattern, colours mislead the solver, so the prior is up to this many times
 * stronger.
 */
const busyStrength = 30;
const busyVariance = 0.02;
/** The prior is up to this many times stronger where the person has the colour of the wall. */
const sharedColourStrength = 30;
/**
 * Where alpha should be 0, the solver's result is slightly higher, and where it should be 1, slightly
 * lower. This range of its result is therefore scaled to 0–1.
 */
const solvedRange = { low: 0.06, high: 0.96 } as const;
/**
 * A hole in which the net's probability of a person is below this shows the background, so it is not
 * filled.
 */
const holeProbabilityMin = 0.7;

/**
 * Returns alpha, 0–1. `coarse` is the net's mask; `chinRow` separates the head, where hair is, from the body.
 * @param strokes what the customer has decided; null: nothing.
 */
export function estimateAlpha(
  image: RgbImage,
  coarse: Plane,
  chinRow: number,
  strokes: DrawnStrokes | null = null,
): Plane {
  const { width, height } = image;
  // A hole that the customer has removed stays open.
  const mask = maskWithStrokes(fillHoles(coarse, 0.6), strokes);
  const start = guidedFilter(image, mask, {
    radiusPx: Math.round((guideRadiusPx * width) / tunedWidthPx),
    epsilon: guideEpsilon,
  });
  for (let i = 0; i < start.data.length; i++) start.data[i] = Math.min(1, Math.max(0, start.data[i] ?? 0));
  const wide = buildTrimap(mask, Math.round(chinRow * 1.02));
  const shared = sharedColours(image, wide, chinRow);
  const lastRow = Math.round(chinRow + 0.12 * height);
  const { trimap, backgroundVariance } = narrowTrimap(image, wide, mask, { shared, lastRow });
  if (strokes !== null) decide(trimap, strokes);
  const { prior, priorWeight } = priorOf(mask, backgroundVariance, shared);
  const alpha = solveCoarseToFine({ image, trimap, start, prior, priorWeight });
  const { low, high } = solvedRange;
  for (let i = 0; i < alpha.data.length; i++) {
    alpha.data[i] = Math.min(1, Math.max(0, ((alpha.data[i] ?? 0) - low) / (high - low)));
  }
  removeUnconnected(alpha, trimap);
  fillHairHoles(alpha, mask);
  return alpha;
}

const labelUnder: ReadonlyMap<number, number> = new Map([
  [drawn.removed, label.background],
  [drawn.kept, label.person],
  [drawn.nearRemoved, label.unknown],
  [drawn.nearKept, label.unknown],
]);

/** Makes known what the customer has decided, and leaves the borders of the strokes to the solver. */
function decide(trimap: Trimap, strokes: DrawnStrokes): void {
  for (let i = 0; i < trimap.data.length; i++) {
    trimap.data[i] = labelUnder.get(strokes.data[i] ?? drawn.nothing) ?? trimap.data[i] ?? 0;
  }
}

/**
 * Makes the solver's prior from the net's mask. The prior is strong where the net is certain, and where the
 * colours do not distinguish the person from the wall.
 */
function priorOf(mask: Plane, backgroundVariance: Float32Array, shared: Plane) {
  const prior = emptyPlane(mask.width, mask.height);
  const priorWeight = new Float32Array(prior.data.length);
  for (let i = 0; i < priorWeight.length; i++) {
    const p = mask.data[i] ?? 0;
    const certainty = (2 * p - 1) ** 2 + 0.02;
    const busy = busyStrength * Math.min(1, (backgroundVariance[i] ?? 0) / busyVariance);
    const ambiguous = sharedColourStrength * (shared.data[i] ?? 0);
    prior.data[i] = p > 0.5 ? 1 : 0;
    priorWeight[i] = priorStrength * certainty * (1 + Math.max(busy, ambiguous));
  }
  return { prior, priorWeight };
}

/**
 * Fills holes in hair that has the colour of the wall. A hole gets the net's probability if it is closed, that is, if no
 * path of pixels with low alpha leads from it to the background, and if the net is certain that the person is there. A
 * gap where the net sees the wall stays open.
 */
function fillHairHoles(alpha: Plane, mask: Plane): void {
  const filled = fillHoles(alpha, 1);
  for (let i = 0; i < filled.data.length; i++) {
    const p = mask.data[i] ?? 0;
    if ((filled.data[i] ?? 0) > (alpha.data[i] ?? 0) && p > holeProbabilityMin)
      alpha.data[i] = Math.max(alpha.data[i] ?? 0, p);
  }
}

/** Clears alpha that is not connected to the known pixels of the person by alpha above 0.1. */
function removeUnconnected(alpha: Plane, trimap: Trimap): void {
  const { width, height } = alpha;
  const known: Bitmap = { width, height, data: new Uint8Array(width * height) };
  for (let i = 0; i < known.data.length; i++) known.data[i] = trimap.data[i] === label.person ? 1 : 0;
  const kept = connectedTo(known, threshold(alpha, 0.1)).data;
  for (let i = 0; i < kept.length; i++) if (kept[i] !== 1 && (alpha.data[i] ?? 0) > 0.1) alpha.data[i] = 0;
}
