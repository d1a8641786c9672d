/**
 * Telea's inpainting (An Image Inpainting Technique Based on the Fast Marching Method, 2004), as in OpenCV: the
 * restoration is compared with it. The service does not use it.
 */

import { marchInwards } from '../../src/imaging/pixels/fast-marching.ts';
import { type Bitmap, dilate } from '../../src/imaging/pixels/morphology.ts';
import { emptyPlane, type Plane } from '../../src/imaging/pixels/plane.ts';

/** The distance of the known pixels that a filled pixel is computed from. */
const radiusPx = 3;

export function telea(lightness: Plane, hole: Bitmap): Plane {
  const { width, height } = lightness;
  const filled = { width, height, data: lightness.data.slice() };
  const { order, arrival } = marchInwards(hole);
  // The arrival of pixels near the hole is negative outside of it, so that it grows steadily across the edge.
  const outside: Bitmap = { width, height, data: hole.data.map((bit) => 1 - bit) };
  const near = dilate(hole, radiusPx + 1);
  const away = marchInwards({ ...outside, data: outside.data.map((bit, i) => bit & (near.data[i] ?? 0)) });
  const time = emptyPlane(width, height);
  for (let i = 0; i < time.data.length; i++)
    time.data[i] = hole.data[i] === 1 ? (arrival.data[i] ?? 0) : -(away.arrival.data[i] ?? 0);
  const known = outside.data.slice();
  for (const i of order) {
    filled.data[i] = valueAt(i, filled, time, known);
    known[i] = 1;
  }
  return filled;
}

function valueAt(i: number, { width, height, data }: Plane, time: Plane, known: Uint8Array): number {
  const [x, y] = [i % width, Math.floor(i / width)];
  const [timeX, timeY] = gradient(time.data, known, i, width, height);
  let [sum, weights] = [0, 0];
  for (let v = Math.max(0, y - radiusPx); v <= Math.min(height - 1, y + radiusPx); v++) {
    for (let u = Math.max(0, x - radiusPx); u <= Math.min(width - 1, x + radiusPx); u++) {
      const [dx, dy] = [x - u, y - v];
      const squared = dx * dx + dy * dy;
      const j = v * width + u;
      if (known[j] !== 1 || squared > radiusPx ** 2) continue;
      const direction = Math.abs(dx * timeX + dy * timeY);
      const level = 1 / (1 + Math.abs((time.data[j] ?? 0) - (time.data[i] ?? 0)));
      const weight = (Math.max(1e-6, direction) * level) / squared ** 1.5;
      sum += weight * (data[j] ?? 0);
      weights += weight;
    }
  }
  return weights > 0 ? sum / weights : (data[i] ?? 0);
}

/** Differences between neighbours that are known. */
function gradient(
  data: Float32Array,
  known: Uint8Array,
  i: number,
  width: number,
  height: number,
): readonly [number, number] {
  const [x, y] = [i % width, Math.floor(i / width)];
  const along = (isFirst: boolean, isLast: boolean, step: number): number => {
    const before = isFirst || known[i - step] !== 1 ? undefined : data[i - step];
    const after = isLast || known[i + step] !== 1 ? undefined : data[i + step];
    const here = data[i] ?? 0;
    if (before !== undefined && after !== undefined) return (after - before) / 2;
    if (after !== undefined) return after - here;
    return before === undefined ? 0 : here - before;
  };
  return [along(x === 0, x === width - 1, 1), along(y === 0, y === height - 1, width)];
}
