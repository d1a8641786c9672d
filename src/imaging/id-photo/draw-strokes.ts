/** Draws the strokes with which a customer corrects the cut-out into a crop of the photo. */

import type { CutStroke } from '../../domain/goods/cut-strokes.ts';
import { type DrawnStrokes, drawn } from '../matting/drawn-strokes.ts';
import { type Crop, cropPoint } from '../pixels/pyramid.ts';
import type { QuarterTurns } from './steps/find-person.ts';
import { turnedPoint } from './upload-point.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface StrokedPhoto {
  /** Absent: the customer has drawn no strokes. */
  readonly strokes?: readonly CutStroke[];
  /** The size of the photo in which the face is found, which is turned to be upright. */
  readonly photo: Size;
  readonly turns: QuarterTurns;
}

interface StrokeValues {
  readonly certain: number;
  readonly near: number;
}

const removedValues: StrokeValues = { certain: drawn.removed, near: drawn.nearRemoved };
const keptValues: StrokeValues = { certain: drawn.kept, near: drawn.nearKept };

/** The share of the radius of the brush within which a stroke is certain. */
const certainShare = 0.6;

/** @returns null if no stroke touches the crop. */
export function drawStrokes(
  { strokes = [], photo, turns }: StrokedPhoto,
  crop: Crop,
  size: Size,
): DrawnStrokes | null {
  const data = new Uint8Array(size.width * size.height);
  const [pxPerPhotoX, pxPerPhotoY] = [size.width / crop.width, size.height / crop.height];
  const toCrop = (point: Point): Point => {
    const { x, y } = turnedPoint(point, turns);
    const { u, v } = cropPoint(crop, { x: x * photo.width, y: y * photo.height });
    return { x: u * size.width, y: v * size.height };
  };
  for (const { isKept, radius, points } of strokes) {
    const line = points.map(toCrop);
    const radiusPx = radius * Math.max(photo.width, photo.height) * Math.sqrt(pxPerPhotoX * pxPerPhotoY);
    const values = isKept ? keptValues : removedValues;
    let from = line[0];
    for (const to of line) {
      if (from !== undefined) drawLine({ ...size, data }, [from, to], radiusPx, values);
      from = to;
    }
  }
  return data.some((value) => value !== drawn.nothing) ? { ...size, data } : null;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Sets the pixels whose centres are at most the radius away from the line. What the same tool has made certain stays
 * certain, so that drawing to and fro is no less certain than drawing once.
 */
function drawLine(
  { width, height, data }: DrawnStrokes,
  [from, to]: readonly [Point, Point],
  radiusPx: number,
  { certain, near }: StrokeValues,
): void {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const lengthSquared = dx * dx + dy * dy;
  const firstRow = Math.max(0, Math.floor(Math.min(from.y, to.y) - radiusPx));
  const lastRow = Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + radiusPx));
  const firstColumn = Math.max(0, Math.floor(Math.min(from.x, to.x) - radiusPx));
  const lastColumn = Math.min(width - 1, Math.ceil(Math.max(from.x, to.x) + radiusPx));
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const [x, y] = [column + 0.5 - from.x, row + 0.5 - from.y];
      const along = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / lengthSquared));
      const distance = Math.hypot(x - along * dx, y - along * dy);
      const i = row * width + column;
      if (distance <= certainShare * radiusPx) data[i] = certain;
      else if (distance <= radiusPx && data[i] !== certain) data[i] = near;
    }
  }
}
