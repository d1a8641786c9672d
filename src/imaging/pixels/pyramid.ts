/**
 * A photo at halving sizes, and crops sampled from it, upright or rotated. A crop is sampled from the level that has
 * at most twice the needed resolution, so that shrinking does not alias and costs the same for every photo.
 */

import type { RgbBytes, RgbImage } from './plane.ts';

export interface Pyramid {
  /** Level 0 is the photo; level n is 2ⁿ times smaller, rounded down. Never empty. */
  readonly levels: readonly [RgbBytes, ...RgbBytes[]];
}

/** A rectangle in the photo, in pixels of level 0, rotated about its centre. */
export interface Crop {
  readonly centreX: number;
  readonly centreY: number;
  readonly width: number;
  readonly height: number;
  /** The rotation of the crop, clockwise on screen. The crop's axis to the right is (cos, sin). */
  readonly rollRad: number;
}

export interface SampleOptions {
  /**
   * The colour of pixels outside the photo: black, as in the training of the face nets, or that of the
   * nearest pixel of the photo.
   */
  readonly outside: 'black' | 'repeat';
}

const smallestSidePx = 128;

export function buildPyramid(photo: RgbBytes): Pyramid {
  const levels: [RgbBytes, ...RgbBytes[]] = [photo];
  let last = photo;
  while (Math.min(last.width, last.height) >= 2 * smallestSidePx) {
    last = halve(last);
    levels.push(last);
  }
  return { levels };
}

function halve({ width: fromWidth, height: fromHeight, data: from }: RgbBytes): RgbBytes {
  const width = fromWidth >> 1;
  const height = fromHeight >> 1;
  const data = new Uint8Array(width * height * 3);
  const row = fromWidth * 3;
  for (let y = 0; y < height; y++) {
    let source = 2 * y * row;
    let target = y * width * 3;
    for (let x = 0; x < width; x++, source += 6, target += 3) {
      for (let c = 0; c < 3; c++) {
        const q = source + c;
        const sum = (from[q] ?? 0) + (from[q + 3] ?? 0) + (from[q + row] ?? 0) + (from[q + row + 3] ?? 0);
        data[target + c] = (sum + 2) >> 2;
      }
    }
  }
  return { width, height, data };
}

/**
 * Samples the crop as an image of `width × height`: bilinear, with one or 2 × 2 samples per pixel. A check samples about
 * thirty crops, so the loop over the samples calls no function.
 */
export function sampleCrop(
  pyramid: Pyramid,
  crop: Crop,
  size: { readonly width: number; readonly height: number },
  { outside }: SampleOptions,
): RgbImage {
  const { level, scale } = levelFor(pyramid, crop.height / size.height);
  const { width, height } = size;
  const stepX = crop.width / width / scale;
  const stepY = crop.height / height / scale;
  const cos = Math.cos(crop.rollRad);
  const sin = Math.sin(crop.rollRad);
  // After the choice of the level, a shrink factor between 1 and 2 remains. Above 1.2, four samples for each
  // pixel prevent aliasing.
  const taps = stepY > 1.2 ? 2 : 1;
  const weight = 1 / (255 * taps * taps);
  const columns = width * taps;
  const columnX = new Float64Array(columns);
  const columnY = new Float64Array(columns);
  for (let k = 0; k < columns; k++) {
    const du = (Math.trunc(k / taps) + ((k % taps) + 0.5) / taps - width / 2) * stepX;
    columnX[k] = crop.centreX / scale + du * cos;
    columnY[k] = crop.centreY / scale + du * sin;
  }
  const sums = new Float64Array(3 * width);
  const data = new Float32Array(3 * width * height);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let tap = 0; tap < taps; tap++) {
      const dv = (y + (tap + 0.5) / taps - height / 2) * stepY;
      addSamples(level, { columnX, columnY, taps }, dv * sin, dv * cos, outside === 'black', sums);
    }
    const row = 3 * width * y;
    for (let k = 0; k < sums.length; k++) data[row + k] = (sums[k] ?? 0) * weight;
  }
  return { width, height, data };
}

interface SampledColumns {
  /** The place of each sample of a row in the level, before the row is added. */
  readonly columnX: Float64Array;
  readonly columnY: Float64Array;
  /** The number of neighbouring samples that belong to one pixel. */
  readonly taps: number;
}

/** Adds the colours of one row of samples, bytes, to the three values of their pixels. */
function addSamples(
  { width, height, data }: RgbBytes,
  { columnX, columnY, taps }: SampledColumns,
  rowX: number,
  rowY: number,
  isBlackOutside: boolean,
  sums: Float64Array,
): void {
  const lastX = width - 1.001;
  const lastY = height - 1.001;
  for (let k = 0, target = 0, left = taps; k < columnX.length; k++) {
    const px = (columnX[k] ?? 0) - rowX - 0.5;
    const py = (columnY[k] ?? 0) + rowY - 0.5;
    const isOutside = px < -0.5 || py < -0.5 || px > width - 0.5 || py > height - 0.5;
    if (!isBlackOutside || !isOutside) {
      const x = Math.min(lastX, Math.max(0, px));
      const y = Math.min(lastY, Math.max(0, py));
      const x0 = x | 0;
      const y0 = y | 0;
      const fx = x - x0;
      const fy = y - y0;
      const top = (y0 * width + x0) * 3;
      const bottom = top + width * 3;
      const beside = 1 - fx;
      const below = 1 - fy;
      const red = (data[top] ?? 0) * beside + (data[top + 3] ?? 0) * fx;
      const green = (data[top + 1] ?? 0) * beside + (data[top + 4] ?? 0) * fx;
      const blue = (data[top + 2] ?? 0) * beside + (data[top + 5] ?? 0) * fx;
      const redBelow = (data[bottom] ?? 0) * beside + (data[bottom + 3] ?? 0) * fx;
      const greenBelow = (data[bottom + 1] ?? 0) * beside + (data[bottom + 4] ?? 0) * fx;
      const blueBelow = (data[bottom + 2] ?? 0) * beside + (data[bottom + 5] ?? 0) * fx;
      sums[target] = (sums[target] ?? 0) + (red * below + redBelow * fy);
      sums[target + 1] = (sums[target + 1] ?? 0) + (green * below + greenBelow * fy);
      sums[target + 2] = (sums[target + 2] ?? 0) + (blue * below + blueBelow * fy);
    }
    if (--left === 0) {
      left = taps;
      target += 3;
    }
  }
}

function levelFor({ levels }: Pyramid, shrink: number): { level: RgbBytes; scale: number } {
  const wanted = Math.floor(Math.log2(Math.max(1, shrink)));
  const index = Math.min(levels.length - 1, wanted);
  return { level: levels[index] ?? levels[0], scale: 2 ** index };
}

/** Converts a point of the crop (0–1 from the top left corner) to photo pixels. */
export function photoPoint(crop: Crop, u: number, v: number): { x: number; y: number } {
  const cos = Math.cos(crop.rollRad);
  const sin = Math.sin(crop.rollRad);
  const du = (u - 0.5) * crop.width;
  const dv = (v - 0.5) * crop.height;
  return { x: crop.centreX + du * cos - dv * sin, y: crop.centreY + du * sin + dv * cos };
}

/** Converts a point of the photo to the crop (0–1 from the top left corner): the inverse of `photoPoint`. */
export function cropPoint(crop: Crop, point: { x: number; y: number }): { u: number; v: number } {
  const cos = Math.cos(crop.rollRad);
  const sin = Math.sin(crop.rollRad);
  const dx = point.x - crop.centreX;
  const dy = point.y - crop.centreY;
  return {
    u: 0.5 + (dx * cos + dy * sin) / crop.width,
    v: 0.5 + (dy * cos - dx * sin) / crop.height,
  };
}

/** Rotates the photo clockwise by `turns` quarter turns. */
export function rotatePhoto(photo: RgbBytes, turns: 0 | 1 | 2 | 3): RgbBytes {
  if (turns === 0) return photo;
  const { width: fromWidth, height: fromHeight, data: from } = photo;
  const [width, height] = turns === 2 ? [fromWidth, fromHeight] : [fromHeight, fromWidth];
  const data = new Uint8Array(from.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sx = turns === 1 ? y : turns === 2 ? fromWidth - 1 - x : fromWidth - 1 - y;
      const sy = turns === 1 ? fromHeight - 1 - x : turns === 2 ? fromHeight - 1 - y : x;
      const source = (sy * fromWidth + sx) * 3;
      const target = (y * width + x) * 3;
      data[target] = from[source] ?? 0;
      data[target + 1] = from[source + 1] ?? 0;
      data[target + 2] = from[source + 2] ?? 0;
    }
  }
  return { width, height, data };
}
