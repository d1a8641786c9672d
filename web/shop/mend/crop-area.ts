/** Where the crop of the ID photo lies in the customer's photo. */

import type { Crop } from '../api/types.ts';
import type { Box, Point, Size } from './view.ts';

/** The six numbers of a canvas transform. */
export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The corners of the crop in pixels of the photo, clockwise from the upper left one. */
export function cornersOf(crop: Crop, photo: Size): readonly [Point, Point, Point, Point] {
  const pixels = ({ x, y }: Point) => ({ x: x * photo.width, y: y * photo.height });
  const [a, b, d] = [pixels(crop.top_left), pixels(crop.top_right), pixels(crop.bottom_left)];
  return [a, b, { x: b.x + d.x - a.x, y: b.y + d.y - a.y }, d];
}

/** Maps the pixels of the preview to pixels of the photo. The crop may be turned. */
export function cropTransform(crop: Crop, preview: Size, photo: Size): Transform {
  const [a, b, , d] = cornersOf(crop, photo);
  return [
    (b.x - a.x) / preview.width,
    (b.y - a.y) / preview.width,
    (d.x - a.x) / preview.height,
    (d.y - a.y) / preview.height,
    a.x,
    a.y,
  ];
}

/** The space around the crop, as a share of the longer side of the crop. */
const marginShare = 0.06;

/** The part of the photo to show, in its pixels: the crop with a margin, as far as the photo reaches. */
export function shownArea(crop: Crop, photo: Size): Box {
  const corners = cornersOf(crop, photo);
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const margin = marginShare * Math.max(right - left, bottom - top);
  return {
    left: Math.min(left, Math.max(0, left - margin)),
    top: Math.min(top, Math.max(0, top - margin)),
    right: Math.max(right, Math.min(photo.width, right + margin)),
    bottom: Math.max(bottom, Math.min(photo.height, bottom + margin)),
  };
}
