/** Enlarges planes row by row, so that a plane never exists at the size of a large picture. */

import type { Plane } from './plane.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns a function that enlarges a plane of size `from` to size `to` and returns one row of the result. */
export function rowEnlarger(from: Size, to: Size): (plane: Plane, y: number, out: Float32Array) => void {
  const across = samplesOf(to.width, from.width);
  const down = samplesOf(to.height, from.height);
  const between = new Float32Array(from.width);
  return ({ width, data }, y, out) => {
    const top = (down.first[y] ?? 0) * width;
    const bottom = (down.second[y] ?? 0) * width;
    const f = down.fraction[y] ?? 0;
    for (let x = 0; x < width; x++) {
      const value = data[top + x] ?? 0;
      between[x] = value + f * ((data[bottom + x] ?? 0) - value);
    }
    const { first, second, fraction } = across;
    for (let x = 0; x < out.length; x++) {
      const value = between[first[x] ?? 0] ?? 0;
      out[x] = value + (fraction[x] ?? 0) * ((between[second[x] ?? 0] ?? 0) - value);
    }
  };
}

/** For each pixel of the large side, the two pixels of the small side between which it lies. */
interface Samples {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly fraction: Float32Array;
}

function samplesOf(large: number, small: number): Samples {
  const first = new Int32Array(large);
  const second = new Int32Array(large);
  const fraction = new Float32Array(large);
  for (let i = 0; i < large; i++) {
    const at = Math.min(small - 1, Math.max(0, ((i + 0.5) * small) / large - 0.5));
    const whole = Math.trunc(at);
    first[i] = whole;
    second[i] = Math.min(small - 1, whole + 1);
    fraction[i] = at - whole;
  }
  return { first, second, fraction };
}
