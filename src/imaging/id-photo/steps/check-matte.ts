/**
 * The quality gate: refuses an alpha matte that is not good enough to sell. Every measure is a share of the crop or
 * of a named part of it, so that the limits apply to every size.
 */

import { type Passed, passed } from '../../pipeline.ts';
import { dilate, erode, threshold } from '../../pixels/morphology.ts';
import type { Plane, RgbImage } from '../../pixels/plane.ts';
import { type Refused, refused } from '../../refused.ts';
import { hiddenOutlineShare } from '../hidden-outline.ts';
import type { CropFace } from './locate-face.ts';

export interface MatteMeasures {
  /** Mean alpha of the crop. */
  readonly personShare: number;
  /** Mean alpha in the middle of the face. If it is below 1, the face has a hole. */
  readonly faceKept: number;
  /** Share of the crop with alpha 0.15–0.85: hair and veils. */
  readonly halfShare: number;
  /**
   * Mean alpha of the pixels that are farther from the solid person than hair reaches. They show remains of
   * the old wall.
   */
  readonly veilShare: number;
  /** Mean alpha of the top rows, which lie above the crown. */
  readonly topShare: number;
  /**
   * Share of the crop where alpha is visible, but the net's results for its windows disagree over a patch that is
   * wider than hair.
   */
  readonly contestedShare: number;
  /** Share of the rows above the chin where alpha differs from the net's mask by more than a half. */
  readonly drift: number;
  /** Share of the columns above the chin in which the upper edge of the photo cuts the person, who then has a flat head. */
  readonly crownCutShare: number;
  /** Share of the outline above the chin that cannot be seen, because dark hair is in front of a black wall. */
  readonly hiddenOutlineShare: number;
}

export interface MatteLimits {
  readonly personShare: readonly [number, number];
  readonly faceKeptMin: number;
  readonly halfShareMax: number;
  readonly veilShareMax: number;
  readonly topShareMax: number;
  readonly contestedShareMax: number;
  readonly driftMax: number;
  readonly crownCutShareMax: number;
  readonly hiddenOutlineShareMax: number;
}

/**
 * The limits of the quality gate. `docs/imaging.md` has figures about how well they separate good cut-outs
 * from flawed ones.
 */
export const matteLimits: MatteLimits = {
  personShare: [0.3, 0.88],
  faceKeptMin: 0.985,
  halfShareMax: 0.06,
  veilShareMax: 0.00015,
  topShareMax: 0.02,
  contestedShareMax: 0.0005,
  driftMax: 0.06,
  crownCutShareMax: 0.25,
  hiddenOutlineShareMax: 0.25,
};

/** Alpha below this is not visible on the new background. */
const visibleAlphaMin = 0.1;

/** The picture and all planes have the same size. */
export interface MatteEvidence {
  readonly image: RgbImage;
  readonly alpha: Plane;
  /** The net's mask of the person, averaged over the windows on which the net ran. */
  readonly mask: Plane;
  /** Largest difference between the net's results for its windows, for each pixel. */
  readonly disagreement: Plane;
  readonly cropFace: CropFace;
  /** 1 for pixels inside the photo. */
  readonly insidePhoto: Plane;
}

export function measureMatte({
  image,
  alpha,
  mask,
  disagreement,
  cropFace,
  insidePhoto,
}: MatteEvidence): MatteMeasures {
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
      if (y >= cropFace.chinRow) continue;
      headPixels++;
      if (Math.abs(a - (mask.data[i] ?? 0)) > 0.5) moved++;
    }
  }
  const area = width * height;
  return {
    personShare: person / area,
    faceKept: faceKept(alpha, cropFace.outline),
    halfShare: half / area,
    veilShare: veilShare(alpha),
    topShare: top / (topRows * width),
    contestedShare: contestedShare(disagreement, alpha),
    drift: headPixels === 0 ? 1 : moved / headPixels,
    crownCutShare: crownCutShare(alpha, insidePhoto, cropFace.chinRow),
    hiddenOutlineShare: hiddenOutlineShare(image, alpha, cropFace.chinRow),
  };
}

/** Mean alpha in an upright ellipse that is a tenth smaller than the outline of the face. */
function faceKept({ width, height, data }: Plane, outline: CropFace['outline']): number {
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

/**
 * Measures remains of the old wall. Single hairs reach about a thirtieth of the width beyond the solid
 * shape, remains of the wall reach farther.
 */
function veilShare(alpha: Plane): number {
  const near = dilate(threshold(alpha, 0.9), Math.round(alpha.width / 30)).data;
  let veil = 0;
  for (let i = 0; i < near.length; i++) if (near[i] !== 1) veil += alpha.data[i] ?? 0;
  return veil / near.length;
}

/**
 * Results that differ along a line only place the same edge differently, and matting finds its exact
 * position. Results that differ over a patch of a sixtieth of the width in all directions show an object that
 * the net takes for a part of the person in only some of the windows. Where alpha is 0, the difference does
 * no harm.
 */
function contestedShare(disagreement: Plane, alpha: Plane): number {
  const patches = erode(threshold(disagreement, 0.5), Math.round(disagreement.width / 60)).data;
  let contested = 0;
  for (let i = 0; i < patches.length; i++) {
    if (patches[i] === 1 && (alpha.data[i] ?? 0) > visibleAlphaMin) contested++;
  }
  return contested / patches.length;
}

/** The person is cut in a column if solid alpha begins within a hundredth of the height below the edge of the photo. */
function crownCutShare({ width, height, data }: Plane, { data: inside }: Plane, chinRow: number): number {
  const reach = Math.max(1, Math.round(height / 100));
  let cut = 0;
  for (let x = 0; x < width; x++) {
    for (let y = reach; y < chinRow; y++) {
      const i = y * width + x;
      if (inside[i] !== 1 || (data[i] ?? 0) <= 0.5) continue;
      if (inside[i - reach * width] === 0) cut++;
      break;
    }
  }
  return cut / width;
}

/** The names of the limits that the matte breaks; none for a matte that may be sold. */
export function brokenLimits(measures: MatteMeasures, limits: MatteLimits = matteLimits): string[] {
  const [personMin, personMax] = limits.personShare;
  const broken: string[] = [];
  if (measures.personShare < personMin || measures.personShare > personMax) broken.push('personShare');
  if (measures.faceKept < limits.faceKeptMin) broken.push('faceKept');
  if (measures.halfShare > limits.halfShareMax) broken.push('halfShare');
  if (measures.veilShare > limits.veilShareMax) broken.push('veilShare');
  if (measures.topShare > limits.topShareMax) broken.push('topShare');
  if (measures.contestedShare > limits.contestedShareMax) broken.push('contestedShare');
  if (measures.drift > limits.driftMax) broken.push('drift');
  if (measures.crownCutShare > limits.crownCutShareMax) broken.push('crownCutShare');
  if (measures.hiddenOutlineShare > limits.hiddenOutlineShareMax) broken.push('hiddenOutlineShare');
  return broken;
}

export function checkMatte(evidence: MatteEvidence): Passed | Refused {
  const broken = brokenLimits(measureMatte(evidence));
  if (broken.length === 0) return passed;
  return refused(broken.every((limit) => limit === 'crownCutShare') ? 'face_cut_off' : 'cut_out_failed');
}
