/**
 * Restores the tones of a faded print: its black has become grey and its white has become dull. Tones are stretched
 * linearly, and local contrast is raised slightly. A photo that has its black or its full range stays unchanged.
 */

import { greyOfLightness, lightnessOf } from '../../pixels/lab.ts';
import { boxFilter, type Plane, type RgbBytes } from '../../pixels/plane.ts';
import { rowEnlarger } from '../../pixels/row-enlarger.ts';
import { type Border, cropBorder } from './paper-border.ts';

/** L becomes `gain · L + offset`. The offset is a plane of any size, which covers the whole picture. */
export interface Tones {
  readonly gain: number;
  readonly offset: Plane;
}

/** The share of pixels below the black point, and above the white point. Dust and scratches are among these pixels. */
const outsideShare = 0.005;
/** The outer share of each side that is ignored: a dark scanner lid and torn edges are not tones of the print. */
const marginShare = 0.04;
/**
 * The first condition for a faded print is its black point: the condition begins to hold above `from`, and holds
 * fully from `to`. Of 160 good photos, 90 % have their black point below 11.
 */
const fadedBlack = { from: 10, to: 20 } as const;
/**
 * The second condition is the distance from the black point to the white point: the condition begins to hold below
 * `from`, and holds fully at `to` and below. In 95 % of good photos the distance is more than 67. Photos of fog and
 * high-key photos have a high black point, but they keep this distance.
 */
const fadedRange = { from: 72, to: 56 } as const;
/** The L to which the black point and the white point of a fully faded print are moved. */
const black = 3;
const white = 96;
/** A higher gain would make the grain and the JPEG blocks of a scan visible. */
const gainMax = 2.4;
/**
 * In a fully faded print, each pixel's difference from the mean of its surroundings is raised by `localShare`. The
 * surroundings are a square whose side is `surroundingsShare` of the picture's short side.
 */
const localShare = 0.18;
const surroundingsShare = 0.1;

/** @param lightness L of the whole picture. @returns null if the tones are good. */
export function findTones(lightness: Plane, border: Border): Tones | null {
  const { low, high } = tonePoints(cropBorder(lightness, border));
  const fading = rampOf(low, fadedBlack) * rampOf(high - low, fadedRange);
  if (fading <= 0) return null;
  const target = { low: low + fading * (black - low), high: high + fading * (white - high) };
  const gain = Math.min(gainMax, (target.high - target.low) / Math.max(1, high - low));
  // If the gain is limited, the tones fill only a fraction of the target range. Their middle is then moved only by this
  // fraction of the way to the middle of the target, so that an evenly light picture stays light.
  const filled = (gain * (high - low)) / (target.high - target.low);
  const middle = (low + high) / 2;
  const targetMiddle = middle + filled * ((target.low + target.high) / 2 - middle);
  const offset = targetMiddle - gain * middle;
  return withLocalContrast(lightness, gain, offset, localShare * fading);
}

function withLocalContrast(lightness: Plane, gain: number, offset: number, share: number): Tones {
  const radiusPx = Math.max(
    1,
    Math.round((surroundingsShare * Math.min(lightness.width, lightness.height)) / 2),
  );
  // Filtered twice, because the edges of a single box are visible in an even sky.
  const surroundings = boxFilter(boxFilter(lightness, radiusPx), radiusPx);
  const data = surroundings.data.map((value) => offset - share * gain * value);
  return { gain: gain * (1 + share), offset: { ...surroundings, data } };
}

/** Returns 0 up to `from` and 1 beyond `to`, with a linear transition between them. */
function rampOf(value: number, { from, to }: { readonly from: number; readonly to: number }): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

function tonePoints({ width, height, data }: Plane): { readonly low: number; readonly high: number } {
  const [marginX, marginY] = [Math.round(marginShare * width), Math.round(marginShare * height)];
  const margins = { left: marginX, right: marginX, top: marginY, bottom: marginY };
  const sorted = cropBorder({ width, height, data }, margins).data.sort();
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { low: at(outsideShare), high: at(1 - outsideShare) };
}

/** Applies the tones to the plane from which they were found. Returns a new plane. */
export function changedLightness(lightness: Plane, { gain, offset }: Tones): Plane {
  const data = lightness.data.map((value, i) =>
    Math.min(100, Math.max(0, gain * value + (offset.data[i] ?? 0))),
  );
  return { ...lightness, data };
}

/**
 * The number of entries of the table for each unit of L. Neighbouring entries differ by at most a third of a grey
 * level.
 */
const stepsPerL = 8;
/** L, counted in steps of `1 / stepsPerL` → grey level 0–255. */
const levelOfLightness: Uint8Array = Uint8Array.from({ length: 100 * stepsPerL + 1 }, (_, step) =>
  Math.round(255 * greyOfLightness(step / stepsPerL)),
);

/** Makes the whole picture grey with the changed tones, in place, and returns the same picture. */
export function restoreTones(image: RgbBytes, { gain, offset }: Tones): RgbBytes {
  const { width, height, data } = image;
  const enlargeRow = rowEnlarger(offset, image);
  const [lightness, offsets] = [new Float32Array(width), new Float32Array(width)];
  for (let y = 0; y < height; y++) {
    lightnessOf(data, y * width, width, lightness);
    enlargeRow(offset, y, offsets);
    for (let x = 0, p = y * width * 3; x < width; x++, p += 3) {
      const changed = Math.min(100, Math.max(0, gain * (lightness[x] ?? 0) + (offsets[x] ?? 0)));
      const level = levelOfLightness[(changed * stepsPerL + 0.5) | 0] ?? 0;
      data[p] = level;
      data[p + 1] = level;
      data[p + 2] = level;
    }
  }
  return image;
}
