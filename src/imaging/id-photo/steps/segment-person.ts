/**
 * Makes a coarse mask of the person in the crop. The segmentation net runs on three windows of different
 * width around the crop, and the results are averaged: with one window alone, the net may miss the crown or
 * see one where there is none. An operator's own net runs on one window.
 */

import type { MattingNet } from '../../nets/matting-net.ts';
import { personProbability } from '../../nets/person-segmenter.ts';
import { emptyPlane, type Plane } from '../../pixels/plane.ts';
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

export interface PersonMask {
  /** The probability of a person at each pixel, 0–1, in the requested size. */
  readonly mask: Plane;
  /**
   * Largest difference between the windows' results, per pixel, 0–1. Where the difference is large, no
   * result can be trusted.
   */
  readonly disagreement: Plane;
}

export async function segmentPerson(
  { pyramid, crop }: CropDetail,
  size: { readonly width: number; readonly height: number },
  mattingNet: MattingNet | null,
): Promise<PersonMask> {
  const mask = emptyPlane(size.width, size.height);
  const lowest = emptyPlane(size.width, size.height);
  const highest = emptyPlane(size.width, size.height);
  lowest.data.fill(1);
  if (mattingNet !== null) {
    const side = { width: mattingNet.sidePx, height: mattingNet.sidePx };
    const image = sampleCrop(pyramid, widened(crop, operatorsWindow), side, { outside: 'repeat' });
    addWindow({ mask, lowest, highest }, await mattingNet.alphaOf(image), operatorsWindow);
    return { mask, disagreement: emptyPlane(size.width, size.height) };
  }
  for (const margins of windows) {
    const probability = await personProbability(pyramid, widened(crop, margins));
    addWindow({ mask, lowest, highest }, probability, margins);
  }
  for (let i = 0; i < mask.data.length; i++) {
    mask.data[i] = (mask.data[i] ?? 0) / windows.length;
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
