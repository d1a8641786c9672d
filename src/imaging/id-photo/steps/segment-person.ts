/**
 * Makes a mask of the person in the crop. The selfie net runs on three windows of different width around the crop, and
 * the results are averaged: with one window alone, the net may miss the crown or see one where there is none. The
 * project's matting net then refines this mask. An operator's own net replaces both; it runs on one window.
 */

import { type RefinedCut, refineMask, refinerSize } from '../../nets/mask-refiner.ts';
import type { MattingNet } from '../../nets/matting-net.ts';
import { personProbability } from '../../nets/person-segmenter.ts';
import { emptyPlane, type Plane, resizePlane } from '../../pixels/plane.ts';
import { type Crop, sampleCrop } from '../../pixels/pyramid.ts';
import type { CropDetail } from './decode-detail.ts';

/** How far a window extends beyond the crop, as shares of the crop's width or height. */
interface Margins {
  readonly sides: number;
  readonly top: number;
  readonly bottom: number;
}

const windows: readonly Margins[] = [
  { sides: 0.02, top: 0.02, bottom: 0 },
  { sides: 0.25, top: 0.2, bottom: 0.3 },
  { sides: 0.7, top: 0.45, bottom: 0.9 },
];

/** The window that an operator's own net receives. */
const operatorsWindow: Margins = { sides: 0.25, top: 0.2, bottom: 0.3 };

/**
 * The certainty of the selfie net's mask, from 0 (undecided) to 1, above which its share in the joined mask begins to
 * rise. Chosen on validation photos of the training.
 */
const certainFrom = 0.9;

interface SelfieMask {
  /** The probability of a person at each pixel, 0–1, in the requested size: the mean of the windows' results. */
  readonly mask: Plane;
  /**
   * Largest difference between the windows' results, per pixel, 0–1. Where the difference is large, no
   * result can be trusted.
   */
  readonly disagreement: Plane;
}

/** `mask` is refined; `disagreement` is that of the selfie net's windows. */
export type PersonMask = SelfieMask;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the nets find in a crop. The masks of all sizes are made from it. */
export interface NetResults {
  /** The picture that the nets saw. */
  readonly seen: Pick<CropDetail, 'pyramid' | 'crop'>;
  readonly windows: readonly WindowResult[];
  /** Null: an operator's own net, whose mask is not refined. */
  readonly refined: RefinedCut | null;
}

/**
 * @param earlier the results for another cut-out of the same photo. An order makes a matte of its own size, and the
 * quality gate one of another size, mostly of the same crop; the nets take a tenth of the time of an ID photo, so the
 * second one uses the results of the first.
 */
export async function runNets(
  { pyramid, crop }: Pick<CropDetail, 'pyramid' | 'crop'>,
  mattingNet: MattingNet | null,
  earlier?: NetResults,
): Promise<NetResults> {
  const seen = { pyramid, crop };
  if (earlier?.seen.pyramid === pyramid && isSameCrop(earlier.seen.crop, crop)) return earlier;
  if (mattingNet !== null) return { seen, windows: [await operatorsResult(seen, mattingNet)], refined: null };
  const windows = await windowResults(seen);
  const small = refinerSize(crop);
  const image = sampleCrop(pyramid, crop, small, { outside: 'repeat' });
  return { seen, windows, refined: await refineMask({ image, ...meanOf(windows, small) }) };
}

/** Makes the mask in the requested size. */
export function segmentPerson({ windows, refined }: NetResults, size: Size): PersonMask {
  const mean = meanOf(windows, size);
  return refined === null ? mean : joined(mean, refined);
}

/** The mask before its refinement, in the requested size. */
export function unrefinedMask({ windows }: NetResults, size: Size): Plane {
  return meanOf(windows, size).mask;
}

function isSameCrop(one: Crop, other: Crop): boolean {
  return (['centreX', 'centreY', 'width', 'height', 'rollRad'] as const).every(
    (key) => one[key] === other[key],
  );
}

/**
 * Joins both masks. Where the selfie net is certain in all windows, its mask stays: it was trained on far more people.
 * Elsewhere the refined mask knows better what belongs to the person, and the selfie net's mask has finer edges, so the
 * latter is limited to the values that the refined mask has nearby, and averaged with it.
 */
function joined({ mask: coarse, disagreement }: SelfieMask, refined: RefinedCut): PersonMask {
  const { width, height } = coarse;
  const mean = resizePlane(refined.mask, width, height);
  const lowest = resizePlane(refined.lowest, width, height);
  const highest = resizePlane(refined.highest, width, height);
  const mask = emptyPlane(width, height);
  for (let i = 0; i < mask.data.length; i++) {
    const own = coarse.data[i] ?? 0;
    const limited = Math.min(highest.data[i] ?? 0, Math.max(lowest.data[i] ?? 0, own));
    const certainty = Math.max(0, (Math.abs(2 * own - 1) - certainFrom) / (1 - certainFrom));
    mask.data[i] = mix(((mean.data[i] ?? 0) + limited) / 2, own, certainty);
  }
  return { mask, disagreement };
}

/** The mean of the selfie net's results, without refinement. */
export async function selfieMask(detail: CropDetail, size: Size): Promise<SelfieMask> {
  return meanOf(await windowResults(detail), size);
}

async function operatorsResult(
  { pyramid, crop }: Pick<CropDetail, 'pyramid' | 'crop'>,
  net: MattingNet,
): Promise<WindowResult> {
  const side = { width: net.sidePx, height: net.sidePx };
  const image = sampleCrop(pyramid, widened(crop, operatorsWindow), side, { outside: 'repeat' });
  return { probability: await net.alphaOf(image), margins: operatorsWindow };
}

interface WindowResult {
  readonly probability: Plane;
  readonly margins: Margins;
}

async function windowResults({
  pyramid,
  crop,
}: Pick<CropDetail, 'pyramid' | 'crop'>): Promise<readonly WindowResult[]> {
  const results: WindowResult[] = [];
  for (const margins of windows) {
    results.push({ probability: await personProbability(pyramid, widened(crop, margins)), margins });
  }
  return results;
}

function meanOf(results: readonly WindowResult[], { width, height }: Size): SelfieMask {
  const mask = emptyPlane(width, height);
  const lowest = emptyPlane(width, height);
  const highest = emptyPlane(width, height);
  lowest.data.fill(1);
  for (const { probability, margins } of results) addWindow({ mask, lowest, highest }, probability, margins);
  for (let i = 0; i < mask.data.length; i++) {
    mask.data[i] = (mask.data[i] ?? 0) / results.length;
    highest.data[i] = (highest.data[i] ?? 0) - (lowest.data[i] ?? 0);
  }
  return { mask, disagreement: highest };
}

/** The part of the photo from which the windows are sampled. */
export function widestWindow(crop: Crop): Crop {
  const widest = (margin: keyof Margins) => Math.max(...windows.map((window) => window[margin]));
  return widened(crop, { sides: widest('sides'), top: widest('top'), bottom: widest('bottom') });
}

function widened(crop: Crop, { sides, top, bottom }: Margins): Crop {
  const down = ((bottom - top) / 2) * crop.height;
  return {
    centreX: crop.centreX - down * Math.sin(crop.rollRad),
    centreY: crop.centreY + down * Math.cos(crop.rollRad),
    width: crop.width * (1 + 2 * sides),
    height: crop.height * (1 + top + bottom),
    rollRad: crop.rollRad,
  };
}

interface Sums {
  readonly mask: Plane;
  readonly lowest: Plane;
  readonly highest: Plane;
}

/**
 * Samples, by bilinear interpolation, the part of a window's result that the crop covers, and adds it to
 * the sums.
 */
function addWindow({ mask, lowest, highest }: Sums, result: Plane, { sides, top, bottom }: Margins): void {
  const { width, height } = mask;
  const [lastX, lastY] = [result.width - 1, result.height - 1];
  for (let y = 0; y < height; y++) {
    const v = ((y + 0.5) / height + top) / (1 + top + bottom);
    const sy = Math.min(lastY, Math.max(0, v * result.height - 0.5));
    const y0 = Math.trunc(sy);
    const row0 = y0 * result.width;
    const row1 = Math.min(lastY, y0 + 1) * result.width;
    for (let x = 0; x < width; x++) {
      const u = ((x + 0.5) / width + sides) / (1 + 2 * sides);
      const sx = Math.min(lastX, Math.max(0, u * result.width - 0.5));
      const x0 = Math.trunc(sx);
      const x1 = Math.min(lastX, x0 + 1);
      const upper = mix(result.data[row0 + x0] ?? 0, result.data[row0 + x1] ?? 0, sx - x0);
      const lower = mix(result.data[row1 + x0] ?? 0, result.data[row1 + x1] ?? 0, sx - x0);
      const value = mix(upper, lower, sy - y0);
      const i = y * width + x;
      mask.data[i] = (mask.data[i] ?? 0) + value;
      lowest.data[i] = Math.min(lowest.data[i] ?? 0, value);
      highest.data[i] = Math.max(highest.data[i] ?? 0, value);
    }
  }
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
