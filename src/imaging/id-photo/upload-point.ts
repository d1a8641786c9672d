/**
 * Converts between points of the upload and of the photo in which the face is found, which is turned so that the person
 * is upright. Points are shares of width and height, from the top left corner.
 */

import type { CropCorners, UploadPoint } from '../../domain/goods/photo-check.ts';
import { type Crop, photoPoint } from '../pixels/pyramid.ts';
import type { QuarterTurns } from './steps/find-person.ts';

interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

/** @param turns clockwise quarter turns from the upload to the photo. */
export function turnedPoint({ x, y }: UploadPoint, turns: QuarterTurns): UploadPoint {
  if (turns === 0) return { x, y };
  return turnedPoint({ x: 1 - y, y: x }, (turns - 1) as QuarterTurns);
}

/** The corners of a crop of the photo, in the upload. */
export function cornersInUpload(crop: Crop, photo: PhotoSize, turns: QuarterTurns): CropCorners {
  const corner = (u: number, v: number) => {
    const { x, y } = photoPoint(crop, u, v);
    return turnedPoint({ x: x / photo.width, y: y / photo.height }, ((4 - turns) % 4) as QuarterTurns);
  };
  return { topLeft: corner(0, 0), topRight: corner(1, 0), bottomLeft: corner(0, 1) };
}
