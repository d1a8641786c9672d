/**
 * Which pixels have a colour that the person surely wears too: dark hair before a dark wall, a white shirt before a
 * white one. There colour says nothing, and the net's word must count instead.
 */

import type { Plane, RgbImage } from '../plane.ts';
import { label, type Trimap } from './trimap.ts';

/** Per channel: steps of an eighth tell hair from a wall, and not one strand from the next. */
const levels = 16;
/** Of the sure person's pixels: what fewer have is noise, or a button. */
const shareMin = 0.01;

/**
 * 0–1 per unknown pixel, 0 for the others: 0 for a colour that the sure person has nowhere, 1 for one that a hundredth of it has. Head and
 * body are asked apart, so that a dark suit does not make a dark wall doubtful beside fair hair.
 */
export function ownColours(image: RgbImage, trimap: Trimap, chinRow: number): Plane {
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

/** Each bin with its neighbours along the three axes at half their weight: no edge runs through a colour. */
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
