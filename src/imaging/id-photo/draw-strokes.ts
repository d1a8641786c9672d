/** Draws the strokes with which a customer mends the cut-out into a crop of the photo. */

import type { CutStroke } from '../../domain/goods/cut-strokes.ts';
import { type DrawnStrokes, drawn } from '../matting/drawn-strokes.ts';
import { type Crop, cropPoint, photoPoint } from '../pixels/pyramid.ts';
import type { QuarterTurns } from './steps/find-person.ts';
import { turnedPoint } from './upload-point.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface StrokedPhoto {
  /** Absent: the customer has not mended the cut-out. */
  readonly strokes?: readonly CutStroke[] | undefined;
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

/** @returns null if no stroke touches the crop. Outside the photo, nothing is drawn. */
export function drawStrokes(
  { strokes = [], photo, turns }: StrokedPhoto,
  crop: Crop,
  size: Size,
): DrawnStrokes | null {
  if (strokes.length === 0) return null;
  const canvas = { ...size, data: new Uint8Array(size.width * size.height) };
  const pxPerPhotoPx = Math.sqrt((size.width / crop.width) * (size.height / crop.height));
  const toCrop = (point: Point): Point => {
    const { x, y } = turnedPoint(point, turns);
    const { u, v } = cropPoint(crop, { x: x * photo.width, y: y * photo.height });
    return { x: u * size.width, y: v * size.height };
  };
  for (const { isKept, radius, points } of strokes) {
    const line = points.map(toCrop);
    const radiusPx = radius * Math.max(photo.width, photo.height) * pxPerPhotoPx;
    drawStroke(canvas, line, radiusPx, isKept ? keptValues : removedValues);
  }
  eraseOutside(canvas, crop, photo);
  return canvas.data.some((value) => value !== drawn.nothing) ? canvas : null;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * What the same tool has made certain stays certain, so that drawing to and fro is no less certain than drawing once.
 */
function drawStroke(
  canvas: DrawnStrokes,
  line: readonly Point[],
  radiusPx: number,
  { certain, near }: StrokeValues,
): void {
  const { data } = canvas;
  eachSpan(canvas, line, radiusPx, (start, end) => {
    for (let i = start; i < end; i++) if (data[i] !== certain) data[i] = near;
  });
  eachSpan(canvas, line, certainShare * radiusPx, (start, end) => data.fill(certain, start, end));
}

/**
 * Calls `use` with the first and the last but one index of the pixels of each row whose centres are at most the radius away
 * from the line.
 */
function eachSpan(
  { width, height }: Size,
  line: readonly Point[],
  radiusPx: number,
  use: (start: number, end: number) => void,
): void {
  let from = line[0];
  for (const to of line) {
    if (from === undefined) return;
    const firstRow = Math.max(0, Math.ceil(Math.min(from.y, to.y) - radiusPx - 0.5));
    const lastRow = Math.min(height - 1, Math.floor(Math.max(from.y, to.y) + radiusPx - 0.5));
    for (let row = firstRow; row <= lastRow; row++) {
      const [left, right] = spanOf(from, to, radiusPx, row + 0.5);
      const start = Math.max(0, Math.ceil(left - 0.5));
      const end = Math.min(width, Math.floor(right - 0.5) + 1);
      if (start < end) use(row * width + start, row * width + end);
    }
    from = to;
  }
}

/**
 * The part of a row that is at most the radius away from a line: it lies in the circles around both ends, or between the
 * two parallels of the line. All of this is convex, so it is one part.
 */
function spanOf(from: Point, to: Point, radiusPx: number, y: number): readonly [number, number] {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const include = (x: number) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
  };
  for (const end of [from, to]) {
    const halfSquared = radiusPx ** 2 - (y - end.y) ** 2;
    if (halfSquared < 0) continue;
    include(end.x - Math.sqrt(halfSquared));
    include(end.x + Math.sqrt(halfSquared));
  }
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (dy === 0 || length === 0) return [left, right];
  for (const side of [-radiusPx, radiusPx]) {
    const start = { x: from.x - (side * dy) / length, y: from.y + (side * dx) / length };
    const along = (y - start.y) / dy;
    if (along >= 0 && along <= 1) include(start.x + along * dx);
  }
  return [left, right];
}

function eraseOutside({ width, height, data }: DrawnStrokes, crop: Crop, photo: Size): void {
  for (let i = 0; i < data.length; i++) {
    if (data[i] === drawn.nothing) continue;
    const [column, row] = [i % width, Math.floor(i / width)];
    const { x, y } = photoPoint(crop, (column + 0.5) / width, (row + 0.5) / height);
    if (x < 0 || y < 0 || x > photo.width || y > photo.height) data[i] = drawn.nothing;
  }
}
