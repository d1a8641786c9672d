/**
 * Converts whole pictures between sRGB bytes and CIE Lab (D65; L is 0–100). Tables replace powers and roots, which
 * would take seconds at twelve megapixels.
 */

import { type Plane, type RgbBytes, shrinkRows } from './plane.ts';

/**
 * The number of steps of the tables. With this number, one step is less than a third of a byte level even
 * in dark colours, where both curves are steep.
 */
const tableSteps = 16_384;

/** Luminance weights of sRGB. Their sum is 1, so that a grey keeps its value. */
const weightR = 0.2126729;
const weightG = 0.7151522;
const weightB = 0.072175;

/** XYZ divided by the white point → linear sRGB. The sum of each row is 1. */
const rFromX = 3.0800931;
const rFromY = -1.5371385;
const rFromZ = -0.5429546;
const gFromX = -0.9209102;
const gFromY = 1.8760108;
const gFromZ = 0.0448994;
const bFromX = 0.0528907;
const bFromY = -0.2040259;
const bFromZ = 1.1511352;

/** The linear light (0–1) of each value of an sRGB byte. */
export const linearOfByte: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** The sRGB byte of each step of linear light (0–`tableSteps`). */
const byteOfLinear: Uint8Array = Uint8Array.from({ length: tableSteps + 1 }, (_, step) => {
  const value = step / tableSteps;
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
});

/** The function f of CIE Lab for each step of luminance (0–`tableSteps`); L is `116 · f − 16`. */
const labOfLinear: Float32Array = Float32Array.from({ length: tableSteps + 1 }, (_, step) => {
  const value = step / tableSteps;
  return value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116;
});

/** Writes the L of `count` pixels, starting with pixel `from`, to `out`. */
export function lightnessOf(pixels: Uint8Array, from: number, count: number, out: Float32Array): void {
  for (let i = 0, p = from * 3; i < count; i++, p += 3) {
    const y =
      weightR * (linearOfByte[pixels[p] ?? 0] ?? 0) +
      weightG * (linearOfByte[pixels[p + 1] ?? 0] ?? 0) +
      weightB * (linearOfByte[pixels[p + 2] ?? 0] ?? 0);
    out[i] = 116 * (labOfLinear[(y * tableSteps + 0.5) | 0] ?? 0) - 16;
  }
}

/**
 * Sets the colour of `count` pixels in place, starting with pixel `from`: each pixel keeps its luminance and gets the
 * given a and b. A colour outside sRGB is moved towards the grey of the same luminance, so that only its saturation
 * changes.
 */
export function paintRow(
  pixels: Uint8Array,
  from: number,
  count: number,
  a: Float32Array,
  b: Float32Array,
): void {
  for (let i = 0, p = from * 3; i < count; i++, p += 3) {
    const y =
      weightR * (linearOfByte[pixels[p] ?? 0] ?? 0) +
      weightG * (linearOfByte[pixels[p + 1] ?? 0] ?? 0) +
      weightB * (linearOfByte[pixels[p + 2] ?? 0] ?? 0);
    const fy = labOfLinear[(y * tableSteps + 0.5) | 0] ?? 0;
    const x = linearOfLab(fy + (a[i] ?? 0) * 0.002);
    const z = linearOfLab(fy - (b[i] ?? 0) * 0.005);
    const red = rFromX * x + rFromY * y + rFromZ * z - y;
    const green = gFromX * x + gFromY * y + gFromZ * z - y;
    const blue = bFromX * x + bFromY * y + bFromZ * z - y;
    const highest = Math.max(red, green, blue);
    const lowest = Math.min(red, green, blue);
    let share = tableSteps;
    if (highest > 1 - y) share = (tableSteps * (1 - y)) / highest;
    if (lowest * share < -y * tableSteps) share = (-y * tableSteps) / lowest;
    const base = y * tableSteps + 0.5;
    pixels[p] = byteOfLinear[(base + red * share) | 0] ?? 0;
    pixels[p + 1] = byteOfLinear[(base + green * share) | 0] ?? 0;
    pixels[p + 2] = byteOfLinear[(base + blue * share) | 0] ?? 0;
  }
}

/** The inverse of CIE Lab's f. */
function linearOfLab(f: number): number {
  return f > 6 / 29 ? f * f * f : (f - 16 / 116) * (108 / 841);
}

/** Converts L (0–100) to the sRGB value (0–1) of the grey with this lightness. */
export function greyOfLightness(lightness: number): number {
  const f = (lightness + 16) / 116;
  const y = f > 6 / 29 ? f ** 3 : (f - 16 / 116) * (108 / 841);
  const encoded = y <= 0.0031308 ? y * 12.92 : 1.055 * y ** (1 / 2.4) - 0.055;
  return Math.min(1, Math.max(0, encoded));
}

/** The least L of each grey level (0–255). */
const leastLightness: Float64Array = Float64Array.from({ length: 256 }, (_, level) => {
  let [below, least] = [0, 100];
  for (let halving = 0; level > 0 && halving < 60; halving++) {
    const middle = (below + least) / 2;
    if (Math.round(255 * greyOfLightness(middle)) >= level) least = middle;
    else below = middle;
  }
  return level > 0 ? least : Number.NEGATIVE_INFINITY;
});

/** With this number of steps for each unit of L, at most one level begins within a step. */
const stepsPerLightness = 8;
/** The grey level at the begin of each step. */
const levelOfStep: Uint8Array = Uint8Array.from({ length: 100 * stepsPerLightness + 1 }, (_, step) =>
  Math.round(255 * greyOfLightness(step / stepsPerLightness)),
);

/** The grey picture of this lightness, exactly as `greyOfLightness` rounds it. */
export function greyPicture({ width, height, data }: Plane): RgbBytes {
  const pixels = new Uint8Array(3 * data.length);
  for (let i = 0, p = 0; i < data.length; i++, p += 3) {
    const lightness = Math.min(100, Math.max(0, data[i] ?? 0));
    let level = levelOfStep[(lightness * stepsPerLightness) | 0] ?? 0;
    if (lightness >= (leastLightness[level + 1] ?? Number.POSITIVE_INFINITY)) level++;
    pixels[p] = level;
    pixels[p + 1] = level;
    pixels[p + 2] = level;
  }
  return { width, height, data: pixels };
}

/** The picture's L, shrunk: each new pixel is the mean of those that it covers. Neither side may grow. */
export function shrinkLightness(image: RgbBytes, width: number, height: number): Plane {
  const row = new Float32Array(image.width);
  return shrinkRows(image, width, height, (y) => {
    lightnessOf(image.data, y * image.width, image.width, row);
    return row;
  });
}
