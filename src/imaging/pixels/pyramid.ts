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

/** Samples the crop as an image of `width × height`: bilinear, with one or 2 × 2 samples per pixel. */
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
  const data = new Float32Array(width * height * 3);
  const pixel = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (let tap = 0; tap < taps * taps; tap++) {
        const du = (x + ((tap % taps) + 0.5) / taps - width / 2) * stepX;
        const dv = (y + ((tap >> 1) + 0.5) / taps - height / 2) * stepY;
        const px = crop.centreX / scale + du * cos - dv * sin - 0.5;
        const py = crop.centreY / scale + du * sin + dv * cos - 0.5;
        if (outside === 'black') readBlack(level, px, py, pixel);
        else readRepeated(level, px, py, pixel);
        r += pixel[0] ?? 0;
        g += pixel[1] ?? 0;
        b += pixel[2] ?? 0;
      }
      const target = (y * width + x) * 3;
      data[target] = r * weight;
      data[target + 1] = g * weight;
      data[target + 2] = b * weight;
    }
  }
  return { width, height, data };
}

function levelFor({ levels }: Pyramid, shrink: number): { level: RgbBytes; scale: number } {
  const wanted = Math.floor(Math.log2(Math.max(1, shrink)));
  const index = Math.min(levels.length - 1, wanted);
  return { level: levels[index] ?? levels[0], scale: 2 ** index };
}

function readRepeated(level: RgbBytes, px: number, py: number, pixel: Float64Array): void {
  const { width, height, data } = level;
  const x = Math.min(width - 1.001, Math.max(0, px));
  const y = Math.min(height - 1.001, Math.max(0, py));
  const x0 = Math.trunc(x);
  const y0 = Math.trunc(y);
  const fx = x - x0;
  const fy = y - y0;
  const top = (y0 * width + x0) * 3;
  const bottom = top + width * 3;
  for (let c = 0; c < 3; c++) {
    const upper = (data[top + c] ?? 0) * (1 - fx) + (data[top + 3 + c] ?? 0) * fx;
    const lower = (data[bottom + c] ?? 0) * (1 - fx) + (data[bottom + 3 + c] ?? 0) * fx;
    pixel[c] = upper * (1 - fy) + lower * fy;
  }
}

function readBlack(level: RgbBytes, px: number, py: number, pixel: Float64Array): void {
  if (px < -0.5 || py < -0.5 || px > level.width - 0.5 || py > level.height - 0.5) pixel.fill(0);
  else readRepeated(level, px, py, pixel);
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
