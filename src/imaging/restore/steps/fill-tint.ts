/**
 * Computes the tint that damaged places had: that of the undamaged surroundings. The tint of a pixel is the difference of
 * its red, green and blue to the grey of its lightness.
 */

import { greyOfLightness, lightnessOf } from '../../pixels/lab.ts';
import {
  boxFilter,
  emptyPlane,
  type Plane,
  type RgbBytes,
  shrinkPlane,
  shrinkRows,
} from '../../pixels/plane.ts';

/** The differences of red, green and blue to the grey of the lightness, −255 to 255, at a moderate size. */
export type Tint = readonly [Plane, Plane, Plane];

/** The shorter side of the planes. Tint changes slowly, and colours of film are blurred. */
const shortSidePx = 256;
/** In a large picture, so many rows for each row of the planes are read, evenly spaced: more do not change the means. */
const rowsRead = 4;
/** The radii over which the surroundings are averaged: the smallest that reaches an undamaged pixel counts. */
const radiiPx = [1, 3, 8, 24, 72] as const;
/** The least share of undamaged pixels within a radius. */
const intactShareMin = 0.1;

/** The greys of lightness 0 to 100 in small steps. A table is several times as fast as the formula for each pixel. */
const greysPerLightness = 40;
const greys = Float32Array.from(
  { length: 100 * greysPerLightness + 1 },
  (_, i) => 255 * greyOfLightness(i / greysPerLightness),
);

/** @param opacity how much of each pixel is replaced, 0–1, at any size that covers the picture. */
export function fillTint(image: RgbBytes, opacity: Plane): Tint {
  const scale = Math.min(1, shortSidePx / Math.min(image.width, image.height));
  const width = Math.min(opacity.width, Math.max(1, Math.round(image.width * scale)));
  const height = Math.min(opacity.height, Math.max(1, Math.round(image.height * scale)));
  const intact = shrinkPlane(opacity, width, height);
  for (let i = 0; i < intact.data.length; i++) intact.data[i] = 1 - (intact.data[i] ?? 0);
  const read = withFewerRows(image, rowsRead * height);
  const grey = shrunkGrey(read, width, height);
  const tintOf = (channel: 0 | 1 | 2): Plane => filled(shrunkTint(read, channel, grey), intact);
  return [tintOf(0), tintOf(1), tintOf(2)];
}

/** Leaves out rows at even distances, so that at least `rowsMin` are left. */
function withFewerRows(image: RgbBytes, rowsMin: number): RgbBytes {
  const step = Math.floor(image.height / rowsMin);
  if (step < 2) return image;
  const length = 3 * image.width;
  const height = Math.floor(image.height / step);
  const data = new Uint8Array(length * height);
  for (let y = 0; y < height; y++) {
    const from = (y * step + (step >> 1)) * length;
    data.set(image.data.subarray(from, from + length), y * length);
  }
  return { width: image.width, height, data };
}

/** The grey of the lightness, 0–255. It is computed once for all channels, because it takes most of the time. */
function shrunkGrey(image: RgbBytes, width: number, height: number): Plane {
  const row = new Float32Array(image.width);
  return shrinkRows(image, width, height, (y) => {
    lightnessOf(image.data, y * image.width, image.width, row);
    for (let x = 0; x < row.length; x++) row[x] = greys[((row[x] ?? 0) * greysPerLightness + 0.5) | 0] ?? 0;
    return row;
  });
}

function shrunkTint(image: RgbBytes, channel: 0 | 1 | 2, grey: Plane): Plane {
  const row = new Float32Array(image.width);
  const tint = shrinkRows(image, grey.width, grey.height, (y) => {
    for (let x = 0, p = 3 * y * image.width + channel; x < row.length; x++, p += 3)
      row[x] = image.data[p] ?? 0;
    return row;
  });
  for (let i = 0; i < tint.data.length; i++) tint.data[i] = (tint.data[i] ?? 0) - (grey.data[i] ?? 0);
  return tint;
}

/** Replaces damaged pixels by the mean of the intact pixels around them. */
function filled(tint: Plane, intact: Plane): Plane {
  const { width, height } = tint;
  const weighted = { width, height, data: tint.data.map((value, i) => value * (intact.data[i] ?? 0)) };
  const result = emptyPlane(width, height);
  const missing = intact.data.slice();
  for (let i = 0; i < missing.length; i++) missing[i] = 1 - (missing[i] ?? 0);
  result.data.set(weighted.data);
  for (const radius of radiiPx) {
    if (missing.every((share) => share === 0)) break;
    const sums = boxFilter(weighted, radius);
    const shares = boxFilter(intact, radius);
    for (let i = 0; i < missing.length; i++) {
      const share = shares.data[i] ?? 0;
      if ((missing[i] ?? 0) === 0 || share < intactShareMin) continue;
      result.data[i] = (result.data[i] ?? 0) + (missing[i] ?? 0) * ((sums.data[i] ?? 0) / share);
      missing[i] = 0;
    }
  }
  return result;
}
