/** Which part of the photo the dialog shows and how large: zoom, movement, and places on the screen and in the photo. */

import { radiusMax, radiusMin, type StrokePoint, sideUnits } from './cut-strokes.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What the customer has chosen. */
export interface View {
  /** 1: the whole area fits. */
  readonly zoom: number;
  /** The place of the photo in the middle of the stage, in pixels of the photo. */
  readonly centre: Point;
}

/** A view on a stage of a certain size: screen = photo × scale + offset. */
export interface Placement {
  /** CSS pixels of the stage for one pixel of the photo. */
  readonly scale: number;
  readonly offset: Point;
}

export const zoomMax = 3;

const middleOf = ({ left, right, top, bottom }: Box): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

export function wholeView(area: Box): View {
  return { zoom: 1, centre: middleOf(area) };
}

function scaleOf(zoom: number, area: Box, stage: Size): number {
  const fit = Math.min(stage.width / (area.right - area.left), stage.height / (area.bottom - area.top));
  return fit * zoom;
}

/** @returns the middle of the limits if there is no room between them. */
export function clamp(value: number, min: number, max: number): number {
  return min > max ? (min + max) / 2 : Math.min(max, Math.max(min, value));
}

/** The nearest view that shows no more outside of the area than it must. */
export function bounded({ zoom, centre }: View, area: Box, stage: Size): View {
  const bound = clamp(zoom, 1, zoomMax);
  const scale = scaleOf(bound, area, stage);
  const [halfWidth, halfHeight] = [stage.width / scale / 2, stage.height / scale / 2];
  return {
    zoom: bound,
    centre: {
      x: clamp(centre.x, area.left + halfWidth, area.right - halfWidth),
      y: clamp(centre.y, area.top + halfHeight, area.bottom - halfHeight),
    },
  };
}

export function placementOf({ zoom, centre }: View, area: Box, stage: Size): Placement {
  const scale = scaleOf(zoom, area, stage);
  return {
    scale,
    offset: { x: stage.width / 2 - centre.x * scale, y: stage.height / 2 - centre.y * scale },
  };
}

/** @returns pixels of the photo. */
export function toPhoto({ scale, offset }: Placement, { x, y }: Point): Point {
  return { x: (x - offset.x) / scale, y: (y - offset.y) / scale };
}

/** Moves the photo by CSS pixels. */
export function moved(view: View, by: Point, { scale }: Placement): View {
  return { ...view, centre: { x: view.centre.x - by.x / scale, y: view.centre.y - by.y / scale } };
}

/** Zooms so that the place of the photo under a place of the stage stays there. */
export function zoomedAt(view: View, factor: number, at: Point, placement: Placement): View {
  const zoom = clamp(view.zoom * factor, 1, zoomMax);
  const share = 1 - view.zoom / zoom;
  const under = toPhoto(placement, at);
  const { centre } = view;
  return {
    zoom,
    centre: { x: centre.x + (under.x - centre.x) * share, y: centre.y + (under.y - centre.y) * share },
  };
}

/** Moves the view so that a place of the photo is in it, with a distance to the edge. */
export function showing(view: View, place: Point, placement: Placement, stage: Size): View {
  const edge = Math.min(stage.width, stage.height) / 8;
  const x = place.x * placement.scale + placement.offset.x;
  const y = place.y * placement.scale + placement.offset.y;
  const by = {
    x: clamp(x, edge, stage.width - edge) - x,
    y: clamp(y, edge, stage.height - edge) - y,
  };
  return by.x === 0 && by.y === 0 ? view : moved(view, by, placement);
}

/** A place outside the photo becomes the nearest one at its edge. */
export function toStrokePoint({ x, y }: Point, photo: Size): StrokePoint {
  const units = (value: number, side: number) => clamp(Math.round((value / side) * sideUnits), 0, sideUnits);
  return { x: units(x, photo.width), y: units(y, photo.height) };
}

/** @returns pixels of the photo. */
export function fromStrokePoint({ x, y }: StrokePoint, photo: Size): Point {
  return { x: (x / sideUnits) * photo.width, y: (y / sideUnits) * photo.height };
}

const unitPx = ({ width, height }: Size) => Math.max(width, height) / sideUnits;

/** The radius of a stroke from pixels of the photo. The brush stays as large on the screen when the customer zooms. */
export function toRadius(radiusPx: number, photo: Size): number {
  return clamp(Math.round(radiusPx / unitPx(photo)), radiusMin, radiusMax);
}

/** @returns pixels of the photo. */
export function fromRadius(radius: number, photo: Size): number {
  return radius * unitPx(photo);
}
