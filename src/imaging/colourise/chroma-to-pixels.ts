/**
 * Paints a large picture along lines that were found at a moderate size: row by row, so that memory does not grow
 * with the picture.
 */

import type { Plane, RgbBytes } from '../plane.ts';
import type { ChromaLine, ChromaLines } from './chroma-lines.ts';
import { lightnessOf, paintRow } from './lab.ts';

/**
 * Next to black and white colour fades out: a tint in a black background or on white paper is the first thing that a
 * customer sees. Only there, since dark skin and bright skies have colour.
 */
const fullColourFromL = 4;
const fullColourToL = 96;

/** Paints in place. All planes of `lines` have one size, and cover the whole picture. */
export function paintChroma(
  image: RgbBytes,
  lines: ChromaLines,
  onRow: (row: number) => void = () => undefined,
): void {
  const { width, height } = lines.lowest;
  const across = samplesOf(image.width, width);
  const down = samplesOf(image.height, height);
  const own = new Float32Array(image.width);
  const held = new Float32Array(image.width);
  const a = new Float32Array(image.width);
  const b = new Float32Array(image.width);
  const first = new Float32Array(width);
  const second = new Float32Array(width);
  const applyLine = ({ slope, offset }: ChromaLine, y: number, out: Float32Array): void => {
    mixRows(slope, down, y, first);
    mixRows(offset, down, y, second);
    applyLines(first, second, across, held, out);
    fade(own, out);
  };
  for (let y = 0; y < image.height; y++) {
    const from = y * image.width;
    lightnessOf(image.data, from, image.width, own);
    mixRows(lines.lowest, down, y, first);
    mixRows(lines.highest, down, y, second);
    holdWithin(first, second, across, own, held);
    applyLine(lines.a, y, a);
    applyLine(lines.b, y, b);
    paintRow(image.data, from, image.width, a, b);
    onRow(y);
  }
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

function holdWithin(
  lowest: Float32Array,
  highest: Float32Array,
  across: Samples,
  lightness: Float32Array,
  out: Float32Array,
): void {
  const { first, second, fraction } = across;
  for (let x = 0; x < out.length; x++) {
    const i = first[x] ?? 0;
    const j = second[x] ?? 0;
    const f = fraction[x] ?? 0;
    const low = lowest[i] ?? 0;
    const high = highest[i] ?? 0;
    const lowHere = low + f * ((lowest[j] ?? 0) - low);
    const highHere = high + f * ((highest[j] ?? 0) - high);
    out[x] = Math.min(highHere, Math.max(lowHere, lightness[x] ?? 0));
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
    out[x] = slope * (lightness[x] ?? 0) + o + f * ((offsets[j] ?? 0) - o);
  }
}

function fade(lightness: Float32Array, out: Float32Array): void {
  for (let x = 0; x < out.length; x++) {
    const l = lightness[x] ?? 0;
    const share = Math.min(1, l / fullColourFromL, (100 - l) / (100 - fullColourToL));
    out[x] = share * (out[x] ?? 0);
  }
}
