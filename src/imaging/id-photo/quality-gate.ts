/**
 * Step 8: is the cut good enough to sell? Refuses rather than sells a bad one.
 * Every measure is a share of the picture or of a named part of it, so the limits hold at any size.
 */

import { dilate, erode } from '../matting/morphology.ts';
import { above } from '../matting/trimap.ts';
import type { Plane } from '../plane.ts';
import { type Refused, refused } from './refused.ts';

export interface CutMeasures {
  /** Share of the picture that is the person's. */
  readonly personShare: number;
  /** Share of the face's middle that the cut keeps; below 1 the face has a hole. */
  readonly faceKept: number;
  /** Share of the picture that is neither person nor background (alpha 0.15–0.85): hair and veils. */
  readonly halfShare: number;
  /** Share of the picture that shows a veil: thin alpha farther from the solid person than hair reaches. */
  readonly veilShare: number;
  /** Share of the top rows that is the person's: the crown leaves them free. */
  readonly topShare: number;
  /** Share of the picture that the cut keeps although the net's looks disagree over a patch wider than hair. */
  readonly contestedShare: number;
  /** How much of the upper part the net believed in and the matte threw away, or the reverse. */
  readonly drift: number;
}

export interface CutLimits {
  readonly personShare: readonly [number, number];
  readonly faceKeptMin: number;
  readonly halfShareMax: number;
  readonly veilShareMax: number;
  readonly topShareMax: number;
  readonly contestedShareMax: number;
  readonly driftMax: number;
}

export const cutLimits: CutLimits = {
  personShare: [0.3, 0.88],
  faceKeptMin: 0.985,
  halfShareMax: 0.06,
  veilShareMax: 0.0012,
  topShareMax: 0.02,
  contestedShareMax: 0.0022,
  driftMax: 0.06,
};

/** Below it nothing is seen on the new background. */
const keptMin = 0.1;

export interface JudgedCut {
  readonly alpha: Plane;
  /** The net's averaged answer, and the largest difference between its looks. */
  readonly mask: Plane;
  readonly spread: Plane;
  /** Outline of the face and row of the chin, in pixels of `alpha`. */
  readonly face: {
    readonly outline: readonly { readonly x: number; readonly y: number }[];
    readonly chinRow: number;
  };
}

export function measureCut({ alpha, mask, spread, face }: JudgedCut): CutMeasures {
  const { width, height } = alpha;
  let [person, half, top, moved, headPixels] = [0, 0, 0, 0, 0];
  const topRows = Math.max(1, Math.round(0.015 * height));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const a = alpha.data[i] ?? 0;
      person += a;
      if (a > 0.15 && a < 0.85) half++;
      if (y < topRows) top += a;
      if (y >= face.chinRow) continue;
      headPixels++;
      if (Math.abs(a - (mask.data[i] ?? 0)) > 0.5) moved++;
    }
  }
  const area = width * height;
  return {
    personShare: person / area,
    faceKept: faceKept(alpha, face.outline),
    halfShare: half / area,
    veilShare: veilShare(alpha),
    topShare: top / (topRows * width),
    contestedShare: contestedShare(spread, alpha),
    drift: headPixels === 0 ? 1 : moved / headPixels,
  };
}

/** Mean alpha of an upright ellipse inside the outline, a tenth smaller than it. */
function faceKept({ width, height, data }: Plane, outline: JudgedCut['face']['outline']): number {
  const xs = outline.map((point) => point.x);
  const ys = outline.map((point) => point.y);
  const middleX = (Math.min(...xs) + Math.max(...xs)) / 2;
  const middleY = (Math.min(...ys) + Math.max(...ys)) / 2;
  const radiusX = 0.45 * (Math.max(...xs) - Math.min(...xs));
  const radiusY = 0.45 * (Math.max(...ys) - Math.min(...ys));
  let [kept, count] = [0, 0];
  for (let y = Math.max(0, Math.ceil(middleY - radiusY)); y <= middleY + radiusY && y < height; y++) {
    for (let x = Math.max(0, Math.ceil(middleX - radiusX)); x <= middleX + radiusX && x < width; x++) {
      if (((x - middleX) / radiusX) ** 2 + ((y - middleY) / radiusY) ** 2 > 1) continue;
      kept += data[y * width + x] ?? 0;
      count++;
    }
  }
  return count === 0 ? 0 : kept / count;
}

/** Single hairs reach about a thirtieth of the width beyond the solid shape; a ghost of the wall, further. */
function veilShare(alpha: Plane): number {
  const near = dilate(above(alpha, 0.9), Math.round(alpha.width / 30)).data;
  let veil = 0;
  for (let i = 0; i < near.length; i++) if (near[i] !== 1) veil += alpha.data[i] ?? 0;
  return veil / near.length;
}

/**
 * Looks that disagree by more than a half along a line see its edge a little apart, which the matting settles; a
 * patch of a sixtieth of the width in all directions is a thing that one takes for the person and another not. What
 * the matting has thrown away does no harm.
 */
function contestedShare(spread: Plane, alpha: Plane): number {
  const patches = erode(above(spread, 0.5), Math.round(spread.width / 60)).data;
  let contested = 0;
  for (let i = 0; i < patches.length; i++) {
    if (patches[i] === 1 && (alpha.data[i] ?? 0) > keptMin) contested++;
  }
  return contested / patches.length;
}

/** The names of the limits that the cut breaks; none for a cut that may be sold. */
export function brokenLimits(measures: CutMeasures, limits: CutLimits = cutLimits): string[] {
  const [personMin, personMax] = limits.personShare;
  const broken: string[] = [];
  if (measures.personShare < personMin || measures.personShare > personMax) broken.push('personShare');
  if (measures.faceKept < limits.faceKeptMin) broken.push('faceKept');
  if (measures.halfShare > limits.halfShareMax) broken.push('halfShare');
  if (measures.veilShare > limits.veilShareMax) broken.push('veilShare');
  if (measures.topShare > limits.topShareMax) broken.push('topShare');
  if (measures.contestedShare > limits.contestedShareMax) broken.push('contestedShare');
  if (measures.drift > limits.driftMax) broken.push('drift');
  return broken;
}

export function judgeCut(cut: JudgedCut): Refused | undefined {
  return brokenLimits(measureCut(cut)).length > 0 ? refused('cut_out_failed') : undefined;
}
