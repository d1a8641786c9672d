/**
 * Which pixels are surely person, surely background, or to be solved by matting, from a coarse mask.
 * The band is wide about the head, where hair is, and narrow about the shoulders.
 */

import type { Plane } from '../plane.ts';
import { type Bitmap, connectedTo, dilate, erode } from './morphology.ts';

export const label = { background: 0, person: 1, unknown: 2 } as const;

/** One `label` per pixel. */
export interface Trimap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Widths of the unknown band at this width of the picture; they scale with it. */
const tunedWidthPx = 590;
const headInsidePx = 16;
const headOutsidePx = 22;
const bodyPx = 7;
const personMin = 0.9;
const backgroundMax = 0.1;

export function trimapOf(mask: Plane, chinRow: number): Trimap {
  const { width, height } = mask;
  const scaled = (px: number) => Math.round((px * width) / tunedWidthPx);
  const person = above(mask, personMin);
  const maybe = above(mask, backgroundMax);
  const headPerson = erode(person, scaled(headInsidePx)).data;
  const bodyPerson = erode(person, scaled(bodyPx)).data;
  const headMaybe = dilate(maybe, scaled(headOutsidePx)).data;
  const bodyMaybe = dilate(maybe, scaled(bodyPx)).data;
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) {
    const isHead = i < chinRow * width;
    const isPerson = (isHead ? headPerson : bodyPerson)[i] === 1;
    const isMaybe = (isHead ? headMaybe : bodyMaybe)[i] === 1;
    data[i] = isPerson ? label.person : isMaybe ? label.unknown : label.background;
  }
  return { width, height, data };
}

export function above({ width, height, data }: Plane, limit: number): Bitmap {
  const bits = new Uint8Array(width * height);
  for (let i = 0; i < bits.length; i++) bits[i] = (data[i] ?? 0) > limit ? 1 : 0;
  return { width, height, data: bits };
}

/**
 * Fills doubtful places that the person encloses (a patterned shirt, spectacles): what no path through
 * doubtful pixels joins to the top or a side of the picture becomes at least `filled`.
 */
export function withoutHoles(mask: Plane, filled: number): Plane {
  const { width, height } = mask;
  const doubtful = new Uint8Array(width * height);
  for (let i = 0; i < doubtful.length; i++) doubtful[i] = (mask.data[i] ?? 0) < 0.5 ? 1 : 0;
  const border = new Uint8Array(width * height);
  border.fill(1, 0, width);
  for (let y = 0; y < height; y++) {
    border[y * width] = 1;
    border[y * width + width - 1] = 1;
  }
  const open = connectedTo({ width, height, data: border }, { width, height, data: doubtful });
  const data = Float32Array.from(mask.data);
  for (let i = 0; i < data.length; i++) {
    if (doubtful[i] === 1 && open.data[i] !== 1) data[i] = Math.max(data[i] ?? 0, filled);
  }
  return { width, height, data };
}
