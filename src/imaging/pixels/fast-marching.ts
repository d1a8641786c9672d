/**
 * Orders the pixels of holes from their edge inwards (the fast marching method of Sethian, 1996), so that each can be
 * filled from pixels that are known or already filled.
 */

import type { Bitmap } from './morphology.ts';
import { emptyPlane, type Plane } from './plane.ts';

export interface March {
  /** The pixels of the holes, in the order of their arrival. A picture that is one hole has no order. */
  readonly order: readonly number[];
  /** The distance of each pixel of a hole from its edge, in pixels; 0 outside of holes. */
  readonly arrival: Plane;
}

/** @param hole 1 for the pixels of holes. */
export function marchInwards({ width, height, data: hole }: Bitmap): March {
  const arrival = emptyPlane(width, height);
  const times = arrival.data;
  const isDone = hole.map((bit) => 1 - bit);
  const queue: Arrivals = { pixels: [], times: [] };
  const doneTime = (isInside: boolean, i: number): number =>
    isInside && isDone[i] === 1 ? (times[i] ?? 0) : Number.POSITIVE_INFINITY;
  const reach = (i: number): void => {
    const x = i % width;
    const across = Math.min(doneTime(x > 0, i - 1), doneTime(x < width - 1, i + 1));
    const down = Math.min(doneTime(i >= width, i - width), doneTime(i < width * (height - 1), i + width));
    const time = timeFrom(across, down);
    if (time < (times[i] || Number.POSITIVE_INFINITY)) {
      times[i] = time;
      push(queue, i, time);
    }
  };
  for (let i = 0; i < hole.length; i++) if (hole[i] === 1) reach(i);
  const order: number[] = [];
  for (let i = pop(queue); i !== undefined; i = pop(queue)) {
    if (isDone[i] === 1) continue;
    isDone[i] = 1;
    order.push(i);
    const x = i % width;
    if (x > 0 && isDone[i - 1] === 0) reach(i - 1);
    if (x < width - 1 && isDone[i + 1] === 0) reach(i + 1);
    if (i >= width && isDone[i - width] === 0) reach(i - width);
    if (i < width * (height - 1) && isDone[i + width] === 0) reach(i + width);
  }
  return { order, arrival };
}

/** The arrival at a pixel whose neighbours across and down were reached at these times: |gradient| = 1. */
function timeFrom(across: number, down: number): number {
  const [first, second] = across < down ? [across, down] : [down, across];
  const difference = second - first;
  if (!(difference < 1)) return first + 1;
  return (first + second + Math.sqrt(2 - difference * difference)) / 2;
}

/** A binary heap: each entry is not later than those at twice its place + 1 and + 2. */
interface Arrivals {
  readonly pixels: number[];
  readonly times: number[];
}

function push({ pixels, times }: Arrivals, pixel: number, time: number): void {
  let at = pixels.length;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if ((times[above] ?? 0) <= time) break;
    pixels[at] = pixels[above] ?? 0;
    times[at] = times[above] ?? 0;
    at = above;
  }
  pixels[at] = pixel;
  times[at] = time;
}

/** Removes the pixel that is reached first. */
function pop({ pixels, times }: Arrivals): number | undefined {
  const first = pixels[0];
  const pixel = pixels.pop();
  const time = times.pop();
  if (pixels.length === 0 || pixel === undefined || time === undefined) return first;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= pixels.length) break;
    if ((times[below + 1] ?? Number.POSITIVE_INFINITY) < (times[below] ?? 0)) below++;
    if ((times[below] ?? 0) >= time) break;
    pixels[at] = pixels[below] ?? 0;
    times[at] = times[below] ?? 0;
    at = below;
  }
  pixels[at] = pixel;
  times[at] = time;
  return first;
}
