/**
 * Decides which pixels are mended. The net alone takes buttons, letters, gloves and sunlit edges for damage, so a place
 * is mended only if it also looks like damage: thin, and distinct from calm surroundings. Damage in restless
 * surroundings is hardly visible, and a wrong repair there destroys the picture. Wide damage does not look like anything
 * in particular; there the net must be far more certain.
 */

import { type LocalStatistics, localStatistics } from '../../pixels/local-statistics.ts';
import { type Bitmap, connectedTo, dilate } from '../../pixels/morphology.ts';
import { boxFilter, type Plane } from '../../pixels/plane.ts';
import { thinFeatures } from '../../pixels/thin-features.ts';
import type { FaceFeatures } from './find-features.ts';

/**
 * Damage begins at a pixel of at least the certainty `sure` and continues over neighbours of at least `likely`. In faces
 * both are higher, because a wrinkle or a lock of hair looks like a crack.
 */
const elsewhere = { sure: 0.85, likely: 0.5 } as const;
const inFaces = { sure: 0.99, likely: 0.9 } as const;
/** The same for damage of any width, which is not mended in faces. */
const wide = { sure: 0.998, likely: 0.9 } as const;
/**
 * What is darker than its surroundings may be damage with only this share of the usual doubt: letters, pipes and wires are
 * dark more often than light.
 */
const darkDoubtShare = 0.25;
/** The width of the widest damage that counts as thin is twice this share of the picture's diagonal. */
const radiusShare = 0.003;
const radiusPxMin = 3;
/** The least difference of L of damage to its surroundings. */
const contrastMin = 6;
/** The least difference of damage to its surroundings, in standard deviations of the surroundings. */
const contrastDeviations = 2;
/** The surroundings are a square of this many radii to each side, without what may be damaged. */
const surroundingsRadii = 4;
/** If less of the surroundings is intact, a place is not mended: its former content is unknown, and letters look like this. */
const intactShareMin = 0.7;
/** The width by which damage is extended, in pixels: the edge of a scratch is blurred in the scan. */
const extendedPx = 1;
/** Half the width of the soft edge between mended and original pixels. */
const softPx = 1;

/** @param lightness L of the picture in which damage was searched for. @returns how much of each pixel is replaced, 0–1. */
export function chooseDamage(lightness: Plane, certainty: Plane, { kept, faces }: FaceFeatures): Plane {
  const { width, height, data } = certainty;
  const radiusPx = Math.max(radiusPxMin, Math.round(radiusShare * Math.hypot(width, height)));
  const contrast = thinFeatures(lightness, radiusPx).data;
  const around = surroundingsOf(lightness, certainty, surroundingsRadii * radiusPx);
  const isDistinct = (i: number): boolean =>
    (around.share[i] ?? 0) >= intactShareMin &&
    (contrast[i] ?? 0) >= Math.max(contrastMin, contrastDeviations * (around.deviation[i] ?? 0));
  const leastCertainty = (i: number, limit: 'sure' | 'likely'): number => {
    const usual = (faces[i] === 1 ? inFaces : elsewhere)[limit];
    const isDark = (lightness.data[i] ?? 0) < (around.mean[i] ?? 0);
    return isDark ? 1 - darkDoubtShare * (1 - usual) : usual;
  };
  // No limit is below this one, and nearly all pixels are.
  const possible = pixelsWhere(data.length, (i) => (data[i] ?? 0) >= elsewhere.likely && kept[i] === 0);
  const where = (isChosen: (certain: number, i: number) => boolean): Bitmap => {
    const bits = new Uint8Array(data.length);
    for (const i of possible) if (isChosen(data[i] ?? 0, i)) bits[i] = 1;
    return { width, height, data: bits };
  };
  const thinDamage = (limit: 'sure' | 'likely'): Bitmap =>
    where((certain, i) => certain >= leastCertainty(i, limit) && isDistinct(i));
  const wideDamage = (limit: 'sure' | 'likely'): Bitmap =>
    where((certain, i) => certain >= wide[limit] && faces[i] === 0);
  const thin = connectedTo(thinDamage('sure'), thinDamage('likely')).data;
  const broad = connectedTo(wideDamage('sure'), wideDamage('likely')).data;
  const either = { width, height, data: new Uint8Array(data.length) };
  for (const i of possible) either.data[i] = (thin[i] ?? 0) | (broad[i] ?? 0);
  const damaged = dilate(either, extendedPx);
  const soft = boxFilter({ width, height, data: new Float32Array(damaged.data) }, softPx);
  for (let i = 0; i < data.length; i++) {
    // A pixel in the middle of thin damage must be replaced completely, although its soft value is below 1.
    if (damaged.data[i] === 1) soft.data[i] = 1;
    if (kept[i] === 1) soft.data[i] = 0;
  }
  return soft;
}

function pixelsWhere(count: number, isChosen: (i: number) => boolean): number[] {
  const pixels: number[] = [];
  for (let i = 0; i < count; i++) if (isChosen(i)) pixels.push(i);
  return pixels;
}

/** Measures L of the square around each pixel, without what may be damaged. */
function surroundingsOf(lightness: Plane, certainty: Plane, radiusPx: number): LocalStatistics {
  const intact = new Uint8Array(certainty.data.length);
  for (let i = 0; i < intact.length; i++) intact[i] = (certainty.data[i] ?? 0) < elsewhere.likely ? 1 : 0;
  return localStatistics(lightness, intact, radiusPx);
}

/** The share of the picture that is mended, 0–1. */
export function mendedShare({ data }: Plane): number {
  let sum = 0;
  for (const value of data) sum += value;
  return sum / data.length;
}
