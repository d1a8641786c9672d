/**
 * Builds the trimap from a coarse mask: each pixel is person, background, or unknown and left to matting. The unknown
 * band is wide around the head, because of the hair, and narrow around the shoulders.
 */

import { connectedTo, dilate, erode, threshold } from '../pixels/morphology.ts';
import type { Plane } from '../pixels/plane.ts';

export const label = { background: 0, person: 1, unknown: 2 } as const;

/** For each pixel, one of the values of `label`: background, person or unknown. */
export interface Trimap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * The widths of the band are for a picture of this width. For other widths, they are scaled in proportion.
 */
const tunedWidthPx = 590;
const headInsidePx = 16;
const headOutsidePx = 22;
const bodyPx = 7;
const personMin = 0.9;
const backgroundMax = 0.1;

export function buildTrimap(mask: Plane, chinRow: number): Trimap {
  const { width, height } = mask;
  const scaled = (px: number) => Math.round((px * width) / tunedWidthPx);
  const person = threshold(mask, personMin);
  const maybe = threshold(mask, backgroundMax);
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

/**
 * Fills holes that the person encloses (a patterned shirt, glasses): a region with values of the mask below 0.5
 * that is not connected to the top or a side of the picture becomes at least `filled`.
 */
export function fillHoles(mask: Plane, filled: number): Plane {
  const { width, height } = mask;
  const low = new Uint8Array(width * height);
  for (let i = 0; i < low.length; i++) low[i] = (mask.data[i] ?? 0) < 0.5 ? 1 : 0;
  const border = new Uint8Array(width * height);
  border.fill(1, 0, width);
  for (let y = 0; y < height; y++) {
    border[y * width] = 1;
    border[y * width + width - 1] = 1;
  }
  const open = connectedTo({ width, height, data: border }, { width, height, data: low });
  const data = Float32Array.from(mask.data);
  for (let i = 0; i < data.length; i++) {
    if (low[i] === 1 && open.data[i] !== 1) data[i] = Math.max(data[i] ?? 0, filled);
  }
  return { width, height, data };
}
