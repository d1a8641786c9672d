/** Enlarges planes row by row, so that a plane never exists at the size of a large picture. */

import type { Plane } from './plane.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Writes the pixels `from` to before `to` of row `y` of the enlarged plane to the same places of `out`. */
export type EnlargeRow = (plane: Plane, y: number, out: Float32Array, from?: number, to?: number) => void;

/** Returns a function that enlarges planes of size `small` to size `large`. */
export function rowEnlarger(small: Size, large: Size): EnlargeRow {
  const across = samplesOf(large.width, small.width);
  const down = samplesOf(large.height, small.height);
  const between = new Float32Array(small.width);
  return ({ width, data }, y, out, from = 0, to = out.length) => {
    const { first, fraction } = across;
    const begin = first[from] ?? 0;
    const last = Math.min(width - 1, (first[to - 1] ?? 0) + 1);
    const top = (down.first[y] ?? 0) * width;
    const bottom = Math.min(small.height - 1, (down.first[y] ?? 0) + 1) * width;
    const f = down.fraction[y] ?? 0;
    for (let x = begin; x <= last; x++) {
      const value = data[top + x] ?? 0;
      between[x] = value + f * ((data[bottom + x] ?? 0) - value);
    }
    // All pixels between the same two pixels of the plane together, which saves most of the reading.
    for (let x = from, at = begin; x < to; at++) {
      const value = between[at] ?? 0;
      const difference = (between[Math.min(last, at + 1)] ?? 0) - value;
      const end = Math.min(to, across.end[at] ?? to);
      for (; x < end; x++) out[x] = value + (fraction[x] ?? 0) * difference;
    }
  };
}

/** For each pixel of the large side, the pixels of the small side between which it lies. */
interface Samples {
  /** The pixel of the small side before it. The other one is the next, or the last pixel of the side. */
  readonly first: Int32Array;
  readonly fraction: Float32Array;
  /** For each pixel of the small side, where the pixels of the large side that come after it end. */
  readonly end: Int32Array;
}

function samplesOf(large: number, small: number): Samples {
  const first = new Int32Array(large);
  const fraction = new Float32Array(large);
  const end = new Int32Array(small);
  for (let i = 0; i < large; i++) {
    const at = Math.min(small - 1, Math.max(0, ((i + 0.5) * small) / large - 0.5));
    const whole = Math.trunc(at);
    first[i] = whole;
    fraction[i] = at - whole;
    end[whole] = i + 1;
  }
  return { first, fraction, end };
}
