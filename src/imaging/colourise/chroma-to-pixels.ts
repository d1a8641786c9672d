/**
 * Carries coarse colour onto the pixels of a large picture: the fast guided filter (He, Sun, 2015). Within
 * a small window, chroma is a straight line of lightness; the lines are found at a moderate size, and only
 * applied at full size, row by row, so that memory does not grow with the picture.
 */

import { boxFilter, emptyPlane, type Plane, type RgbBytes } from '../plane.ts';
import { lightnessOf, paintRow } from './lab.ts';

/**
 * Towards black and white colour fades out: hardly anything real is colourful there, and a tint in a black
 * background or on white paper is the first thing that a customer sees.
 */
const fullColourFromL = 25;
const fullColourToL = 94;

/** Chroma = `slope · L + offset`, at the size of the guide. */
interface Lines {
  readonly slope: Plane;
  readonly offset: Plane;
}

export interface ChromaPlanes {
  readonly a: Plane;
  readonly b: Plane;
}

export interface SpreadOptions {
  readonly radiusPx: number;
  /** Variance of L (in units of 100²) below which the guide counts as flat. */
  readonly epsilon: number;
}

/** Paints in place. `guide` is the picture's L at the size of `chroma`; both may be smaller than `image`. */
export function paintChroma(
  image: RgbBytes,
  guide: Plane,
  chroma: ChromaPlanes,
  options: SpreadOptions,
  onRow: (row: number) => void = () => undefined,
): void {
  const lines = [...linesOf(guide, [chroma.a, chroma.b], options)];
  const [lineA, lineB] = lines;
  if (lineA === undefined || lineB === undefined) throw new Error('Two chroma planes expected');
  const across = samplesOf(image.width, guide.width);
  const down = samplesOf(image.height, guide.height);
  const lightness = new Float32Array(image.width);
  const a = new Float32Array(image.width);
  const b = new Float32Array(image.width);
  const slopeRow = new Float32Array(guide.width);
  const offsetRow = new Float32Array(guide.width);
  for (let y = 0; y < image.height; y++) {
    const from = y * image.width;
    lightnessOf(image.data, from, image.width, lightness);
    for (const [line, out] of [
      [lineA, a],
      [lineB, b],
    ] as const) {
      mixRows(line.slope, down, y, slopeRow);
      mixRows(line.offset, down, y, offsetRow);
      applyLines(slopeRow, offsetRow, across, lightness, out);
    }
    paintRow(image.data, from, image.width, a, b);
    onRow(y);
  }
}

function linesOf(guide: Plane, planes: readonly Plane[], { radiusPx, epsilon }: SpreadOptions): Lines[] {
  const variance = epsilon * 100 * 100;
  const meanGuide = boxFilter(guide, radiusPx).data;
  const meanSquare = boxFilter(product(guide, guide), radiusPx).data;
  return planes.map((plane) => {
    const mean = boxFilter(plane, radiusPx).data;
    const meanProduct = boxFilter(product(guide, plane), radiusPx).data;
    const slope = emptyPlane(guide.width, guide.height);
    const offset = emptyPlane(guide.width, guide.height);
    for (let i = 0; i < slope.data.length; i++) {
      const g = meanGuide[i] ?? 0;
      const p = mean[i] ?? 0;
      const s = ((meanProduct[i] ?? 0) - g * p) / ((meanSquare[i] ?? 0) - g * g + variance);
      slope.data[i] = s;
      offset.data[i] = p - s * g;
    }
    return { slope: boxFilter(slope, radiusPx), offset: boxFilter(offset, radiusPx) };
  });
}

function product(a: Plane, b: Plane): Plane {
  const result = emptyPlane(a.width, a.height);
  for (let i = 0; i < result.data.length; i++) result.data[i] = (a.data[i] ?? 0) * (b.data[i] ?? 0);
  return result;
}

/** Where each pixel of the large side lies between two of the small one. */
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

function mixRows(plane: Plane, down: Samples, y: number, out: Float32Array): void {
  const { width, data } = plane;
  const top = (down.first[y] ?? 0) * width;
  const bottom = (down.second[y] ?? 0) * width;
  const f = down.fraction[y] ?? 0;
  for (let x = 0; x < width; x++) {
    const t = data[top + x] ?? 0;
    out[x] = t + f * ((data[bottom + x] ?? 0) - t);
  }
}

function applyLines(
  slopes: Float32Array,
  offsets: Float32Array,
  across: Samples,
  lightness: Float32Array,
  out: Float32Array,
): void {
  const { first, second, fraction } = across;
  for (let x = 0; x < out.length; x++) {
    const i = first[x] ?? 0;
    const j = second[x] ?? 0;
    const f = fraction[x] ?? 0;
    const s = slopes[i] ?? 0;
    const o = offsets[i] ?? 0;
    const slope = s + f * ((slopes[j] ?? 0) - s);
    const l = lightness[x] ?? 0;
    const fade = Math.min(1, l / fullColourFromL, (100 - l) / (100 - fullColourToL));
    out[x] = fade * (slope * l + o + f * ((offsets[j] ?? 0) - o));
  }
}
