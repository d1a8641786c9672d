/**
 * Measures how far the left and right edge of the photo cut the person in a crop, before the person is cut out. The
 * result does not depend on the matte, so it is the same before and after payment.
 */

import type { Plane } from '../pixels/plane.ts';
import { type Crop, cropPoint, photoPoint } from '../pixels/pyramid.ts';

/** A coarse mask of the person in a square around the head, which is larger than the crop of every size. */
export interface PersonNear {
  /** The probability of a person at each pixel, 0–1. */
  readonly mask: Plane;
  readonly square: Crop;
}

/** The number of rows of the crop in which the person is looked up. The mask has about as many rows. */
const rows = 150;

/**
 * The length along which the left and right edge of the photo cut the person, as a share of the crop's height. 0 if
 * both edges lie outside the crop where the person is.
 */
export function sideCutShare(
  { mask, square }: PersonNear,
  photo: { readonly width: number; readonly height: number },
  crop: Crop,
): number {
  const inset = square.width / mask.width;
  const isPerson = (x: number, y: number): boolean => {
    const { u, v } = cropPoint(square, { x, y });
    const column = Math.floor(u * mask.width);
    const row = Math.floor(v * mask.height);
    if (column < 0 || row < 0 || column >= mask.width || row >= mask.height) return false;
    return (mask.data[row * mask.width + column] ?? 0) >= 0.5;
  };
  let cut = 0;
  for (let row = 0; row < rows; row++) {
    const v = (row + 0.5) / rows;
    const [left, right] = [photoPoint(crop, 0, v), photoPoint(crop, 1, v)];
    for (const [edge, inner] of [
      [0, inset],
      [photo.width, photo.width - inset],
    ] as const) {
      if (left.x >= edge === right.x >= edge) continue;
      const along = (edge - left.x) / (right.x - left.x);
      const y = left.y + along * (right.y - left.y);
      if (y >= 0 && y <= photo.height && isPerson(inner, y)) cut++;
    }
  }
  return cut / rows;
}
