/**
 * Decides which pixels are mended. The net alone takes buttons, letters, gloves and sunlit edges for damage, so a place
 * is mended only if it also looks like damage: thin, and distinct from calm surroundings. Damage in restless
 * surroundings is hardly visible, and a wrong repair there destroys the picture.
 */

import type { FoundDamage } from '../../nets/damage-net.ts';
import { type Bitmap, connectedTo, dilate } from '../../pixels/morphology.ts';
import { boxFilter, type Plane } from '../../pixels/plane.ts';
import { thinFeatures } from '../../pixels/thin-features.ts';
import type { FaceFeatures } from './find-features.ts';

/**
 * Damage begins at a pixel of at least the certainty `sure` and continues over neighbours of at least `likely`. With lower
 * values, more than 0.3 % of the pixels of photos without damage were mended. In faces both are higher, because a wrinkle
 * or a lock of hair looks like a crack.
 */
const elsewhere = { sure: 0.95, likely: 0.8 } as const;
const inFaces = { sure: 0.98, likely: 0.9 } as const;
/** The width of the widest damage that is mended is twice this share of the picture's diagonal. */
const radiusShare = 0.003;
const radiusPxMin = 3;
/** The least difference of L of damage to its surroundings. */
const contrastMin = 6;
/** The least difference of damage to its surroundings, in standard deviations of the surroundings. */
const contrastDeviations = 3;
/** The surroundings are a square of this many radii to each side, without what may be damaged. */
const surroundingsRadii = 4;
/** If less of the surroundings is intact, a place is not mended: its former content is unknown, and letters look like this. */
const intactShareMin = 0.7;
/** The width by which damage is extended, in pixels: the edge of a scratch is blurred in the scan. */
const extendedPx = 1;
/** Half the width of the soft edge between mended and original pixels. */
const softPx = 1;

/** @param lightness L of the picture in which damage was searched for. @returns how much of each pixel is replaced, 0–1. */
export function chooseDamage(
  lightness: Plane,
  { certainty }: FoundDamage,
  { kept, faces }: FaceFeatures,
): Plane {
  const { width, height, data } = certainty;
  const radiusPx = Math.max(radiusPxMin, Math.round(radiusShare * Math.hypot(width, height)));
  const contrast = thinFeatures(lightness, radiusPx).data;
  const deviation = deviationAround(lightness, certainty, surroundingsRadii * radiusPx).data;
  const isDistinct = (i: number): boolean =>
    (contrast[i] ?? 0) >= Math.max(contrastMin, contrastDeviations * (deviation[i] ?? 0));
  const bitmap = (limit: 'sure' | 'likely'): Bitmap => {
    const bits = new Uint8Array(data.length);
    for (let i = 0; i < bits.length; i++) {
      const certain = (data[i] ?? 0) >= (faces[i] === 1 ? inFaces : elsewhere)[limit];
      if (certain && kept[i] === 0 && isDistinct(i)) bits[i] = 1;
    }
    return { width, height, data: bits };
  };
  const damaged = dilate(connectedTo(bitmap('sure'), bitmap('likely')), extendedPx);
  const soft = boxFilter({ width, height, data: Float32Array.from(damaged.data) }, softPx);
  // A pixel in the middle of thin damage must be replaced completely, although its soft value is below 1.
  const opacity = soft.data.map((value, i) => (kept[i] === 1 ? 0 : Math.max(value, damaged.data[i] ?? 0)));
  return { width, height, data: opacity };
}

/** The standard deviation of L in the square around each pixel, without what may be damaged; infinite if that is too much. */
function deviationAround(lightness: Plane, certainty: Plane, radiusPx: number): Plane {
  const { width, height } = lightness;
  const intact = certainty.data.map((value) => (value < elsewhere.likely ? 1 : 0));
  const mean = (values: Float32Array): Float32Array =>
    boxFilter({ width, height, data: values }, radiusPx).data;
  const share = mean(intact);
  const first = mean(intact.map((value, i) => value * (lightness.data[i] ?? 0)));
  const second = mean(intact.map((value, i) => value * (lightness.data[i] ?? 0) ** 2));
  const data = share.map((value, i) => {
    if (value < intactShareMin) return Number.POSITIVE_INFINITY;
    return Math.sqrt(Math.max(0, (second[i] ?? 0) / value - ((first[i] ?? 0) / value) ** 2));
  });
  return { width, height, data };
}

/** The share of the picture that is mended, 0–1. */
export function mendedShare({ data }: Plane): number {
  let sum = 0;
  for (const value of data) sum += value;
  return sum / data.length;
}
