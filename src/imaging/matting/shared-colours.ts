/**
 * Finds unknown pixels whose colour the person also has elsewhere, for example where dark hair or a white
 * shirt is in front of a wall of the same colour. The colour does not show whether such a pixel belongs to
 * the person, so the net's mask must decide.
 */

import type { Plane, RgbImage } from '../pixels/plane.ts';
import { label, type Trimap } from './trimap.ts';

/**
 * Number of colour bins for each channel: enough to separate hair from a wall, but too few to separate one
 * strand of hair from the next.
 */
const levels = 16;
/**
 * The smallest share of the person's pixels that must have a colour. A rarer colour is noise, or that of a
 * button.
 */
const shareMin = 0.01;

/**
 * Returns a value from 0 to 1 for each unknown pixel, and 0 for known pixels. The value is 0 for a colour
 * that no known pixel of the person has, and 1 for a colour that at least 1 % of the person's known pixels
 * have. Head and body are counted separately, so that a dark suit does not make a dark wall ambiguous beside
 * fair hair.
 */
export function sharedColours(image: RgbImage, trimap: Trimap, chinRow: number): Plane {
  const { width, height } = trimap;
  const data = new Float32Array(width * height);
  const split = Math.min(height, Math.max(0, Math.round(chinRow))) * width;
  for (const [from, to] of [
    [0, split],
    [split, data.length],
  ] as const) {
    const counts = new Float32Array(levels ** 3);
    let total = 0;
    for (let i = from; i < to; i++) {
      if (trimap.data[i] !== label.person) continue;
      const bin = binOf(image, i);
      counts[bin] = (counts[bin] ?? 0) + 1;
      total++;
    }
    const shares = blurred(counts);
    const enough = Math.max(1, shareMin * total);
    for (let i = from; i < to; i++) {
      if (trimap.data[i] === label.unknown) data[i] = Math.min(1, (shares[binOf(image, i)] ?? 0) / enough);
    }
  }
  return { width, height, data };
}

function binOf({ data }: RgbImage, i: number): number {
  const level = (value: number) => Math.min(levels - 1, Math.max(0, Math.floor(value * levels)));
  return (
    (level(data[3 * i] ?? 0) * levels + level(data[3 * i + 1] ?? 0)) * levels + level(data[3 * i + 2] ?? 0)
  );
}

/** Adds half of each neighbouring bin, along the three axes, so that a colour on the edge of two bins counts in both. */
function blurred(counts: Float32Array): Float32Array {
  let from = counts;
  for (const step of [1, levels, levels * levels]) {
    const to = new Float32Array(from.length);
    for (let bin = 0; bin < to.length; bin++) {
      const place = Math.floor(bin / step) % levels;
      const before = place > 0 ? (from[bin - step] ?? 0) : 0;
      const after = place < levels - 1 ? (from[bin + step] ?? 0) : 0;
      to[bin] = (from[bin] ?? 0) + 0.5 * (before + after);
    }
    from = to;
  }
  return from;
}
