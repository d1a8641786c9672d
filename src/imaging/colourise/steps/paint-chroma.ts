/**
 * Paints the picture at full size with chroma lines that were fitted at a moderate size. The lines are interpolated row
 * by row, so that their memory does not grow with the picture.
 */

import type { ChromaLine, ChromaLines } from '../../pixels/chroma-lines.ts';
import { lightnessOf, paintRow } from '../../pixels/lab.ts';
import type { RgbBytes } from '../../pixels/plane.ts';
import { rowEnlarger } from '../../pixels/row-enlarger.ts';

/**
 * Between these two values of L, colour is painted in full. Darker and lighter pixels get less colour,
 * because people notice a tint in a black background or on white paper at once. The range is as wide as
 * possible, because dark skin and bright skies have colour.
 */
const fullColourFromL = 4;
const fullColourToL = 96;
/** The number of rows after which progress is reported. */
const progressRows = 256;

/**
 * Paints in place and returns the same image: a copy of twelve megapixels would take 36 MB. All channels in `lines`
 * must have the same size and cover the whole picture.
 */
export function paintChroma(
  image: RgbBytes,
  lines: ChromaLines,
  onProgress: (fraction: number) => void = () => undefined,
): RgbBytes {
  const enlargeRow = rowEnlarger(lines.lowest, image);
  const row = (): Float32Array => new Float32Array(image.width);
  const [lightness, clampedLightness, one, other, a, b] = [row(), row(), row(), row(), row(), row()];
  const keptShares = new Float64Array(image.width);
  const applyLine = ({ slope, offset }: ChromaLine, y: number, out: Float32Array): void => {
    enlargeRow(slope, y, one);
    enlargeRow(offset, y, other);
    for (let x = 0; x < out.length; x++) {
      out[x] = (keptShares[x] ?? 0) * ((one[x] ?? 0) * (clampedLightness[x] ?? 0) + (other[x] ?? 0));
    }
  };
  for (let y = 0; y < image.height; y++) {
    const from = y * image.width;
    lightnessOf(image.data, from, image.width, lightness);
    enlargeRow(lines.lowest, y, one);
    enlargeRow(lines.highest, y, other);
    for (let x = 0; x < clampedLightness.length; x++) {
      clampedLightness[x] = Math.min(other[x] ?? 0, Math.max(one[x] ?? 0, lightness[x] ?? 0));
      keptShares[x] = keptShareAt(lightness[x] ?? 0);
    }
    applyLine(lines.a, y, a);
    applyLine(lines.b, y, b);
    paintRow(image.data, from, image.width, a, b);
    if (y % progressRows === progressRows - 1) onProgress(y / image.height);
  }
  return image;
}

/** The share of its colour that a pixel with this L keeps: 1 in the range of full colour, less outside. */
function keptShareAt(lightness: number): number {
  return Math.min(1, lightness / fullColourFromL, (100 - lightness) / (100 - fullColourToL));
}
