/** Describes the colour of a patch of a face, which is given by the points of the mesh around it. */

import { labOf } from '../measures/natural-colour.ts';
import type { RgbImage } from '../pixels/plane.ts';
import { fillPolygon, type PolygonPoint } from '../pixels/polygon.ts';

/** The median colour in CIE Lab, and the standard deviation of its lightness. */
export interface Patch {
  readonly l: number;
  readonly a: number;
  readonly b: number;
  readonly spread: number;
}

/**
 * @param corners the corners of the patch in pixels of the image, in order around it; at least one. A patch may be so
 * narrow that it contains the centre of no pixel, for example a nearly closed eye. It then has the colours of the
 * pixels at its corners and in its middle.
 */
export function patchOf(image: RgbImage, corners: readonly PolygonPoint[]): Patch {
  const inside = fillPolygon(corners, image.width, image.height).data;
  const filled: number[] = [];
  for (let pixel = 0; pixel < inside.length; pixel++) if (inside[pixel] === 1) filled.push(pixel);
  const pixels = filled.length > 0 ? filled : touchedPixels(image, corners);
  const colours = pixels.map((pixel) => {
    const [r = 0, g = 0, b = 0] = image.data.subarray(3 * pixel, 3 * pixel + 3);
    return labOf(r, g, b);
  });
  const mean = colours.reduce((sum, { l }) => sum + l, 0) / colours.length;
  const variance = colours.reduce((sum, { l }) => sum + (l - mean) ** 2, 0) / colours.length;
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  return {
    l: median(colours.map(({ l }) => l)),
    a: median(colours.map(({ a }) => a)),
    b: median(colours.map(({ b }) => b)),
    spread: Math.sqrt(variance),
  };
}

function touchedPixels(
  { width, height }: Pick<RgbImage, 'width' | 'height'>,
  corners: readonly PolygonPoint[],
): readonly number[] {
  const middle = {
    x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
    y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
  };
  const within = (value: number, length: number) => Math.min(length - 1, Math.max(0, Math.floor(value)));
  const touched = [...corners, middle].map(({ x, y }) => within(y, height) * width + within(x, width));
  return [...new Set(touched)];
}
