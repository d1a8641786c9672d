/** Decides which pixels are mended, from how certain the net is that they are damaged. */

import type { FoundDamage } from '../../nets/damage-net.ts';
import { type Bitmap, connectedTo, dilate } from '../../pixels/morphology.ts';
import { boxFilter, type Plane } from '../../pixels/plane.ts';
import type { FaceFeatures } from './find-features.ts';

/**
 * Damage begins at a pixel of at least the certainty `sure` and continues over neighbours of at least `likely`. In faces
 * both are higher, because a wrinkle or a lock of hair looks like a crack.
 */
const elsewhere = { sure: 0.6, likely: 0.35 } as const;
const inFaces = { sure: 0.85, likely: 0.6 } as const;
/** The width by which damage is extended, in pixels: the edge of a scratch is blurred in the scan. */
const extendedPx = 1;
/** Half the width of the soft edge between mended and original pixels. */
const softPx = 1;

/** @returns how much of each pixel is replaced, 0–1. */
export function chooseDamage({ certainty }: FoundDamage, { kept, faces }: FaceFeatures): Plane {
  const { width, height, data } = certainty;
  const bitmap = (limit: 'sure' | 'likely'): Bitmap => ({
    width,
    height,
    data: Uint8Array.from(data, (value, i) =>
      value >= (faces[i] === 1 ? inFaces : elsewhere)[limit] && kept[i] === 0 ? 1 : 0,
    ),
  });
  const damaged = dilate(connectedTo(bitmap('sure'), bitmap('likely')), extendedPx);
  const soft = boxFilter({ width, height, data: Float32Array.from(damaged.data) }, softPx);
  // A pixel in the middle of thin damage must be replaced completely, although its soft value is below 1.
  const opacity = soft.data.map((value, i) => (kept[i] === 1 ? 0 : Math.max(value, damaged.data[i] ?? 0)));
  return { width, height, data: opacity };
}

/** The share of the picture that is mended, 0–1. */
export function mendedShare({ data }: Plane): number {
  let sum = 0;
  for (const value of data) sum += value;
  return sum / data.length;
}
