/**
 * Composites the person on the new background at the sold size.
 *
 * Colours are shrunk with a sharp kernel and alpha by averaging before they are composited. If the finished
 * picture were shrunk with a sharp kernel instead, lines of a wrong colour would appear in the flat
 * background along the outline.
 */

import { pictureOf } from '../../codecs/image-library.ts';
import type { Plane, RgbImage } from '../../pixels/plane.ts';

export interface CompositeOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  /** sRGB 0–255. */
  readonly backgroundRgb: readonly [number, number, number];
  /** The colour of the last row of a gradient. Absent: the whole background has one colour. */
  readonly bottomRgb?: readonly [number, number, number];
}

/**
 * Returns interleaved sRGB bytes, `widthPx × heightPx`. `colours` and `alpha` have the same size, which is at
 * least the size of the result.
 */
export async function composite(
  { colours, alpha }: { readonly colours: RgbImage; readonly alpha: Plane },
  { widthPx, heightPx, backgroundRgb, bottomRgb = backgroundRgb }: CompositeOptions,
): Promise<Uint8Array> {
  const person = await shrinkColours(colours, widthPx, heightPx);
  const small = shrinkAlpha(alpha, widthPx, heightPx);
  const pixels = new Uint8Array(widthPx * heightPx * 3);
  for (let i = 0, j = 0; i < small.length; i++, j += 3) {
    const a = small[i] ?? 0;
    const down = heightPx === 1 ? 0 : Math.floor(i / widthPx) / (heightPx - 1);
    for (let c = 0; c < 3; c++) {
      const behind = (1 - down) * (backgroundRgb[c] ?? 0) + down * (bottomRgb[c] ?? 0);
      pixels[j + c] = Math.round(a * (person[j + c] ?? 0) + (1 - a) * behind);
    }
  }
  return pixels;
}

async function shrinkColours({ width, height, data }: RgbImage, toWidth: number, toHeight: number) {
  const bytes = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) bytes[i] = Math.round(255 * Math.min(1, Math.max(0, data[i] ?? 0)));
  if (width === toWidth && height === toHeight) return bytes;
  return pictureOf({ width, height, data: bytes })
    .resize(toWidth, toHeight, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
}

/** Shrinks alpha. Each new pixel is the mean of the area that it covers. */
function shrinkAlpha({ width, height, data }: Plane, toWidth: number, toHeight: number): Float32Array {
  if (width < toWidth || height < toHeight) throw new RangeError('The matte is smaller than the result');
  if (width === toWidth && height === toHeight) return data;
  const across = overlaps(width, toWidth);
  const down = overlaps(height, toHeight);
  const result = new Float32Array(toWidth * toHeight);
  for (const { from: y, to: row, share: rowShare } of down) {
    for (const { from: x, to: column, share } of across) {
      const target = row * toWidth + column;
      result[target] = (result[target] ?? 0) + (data[y * width + x] ?? 0) * share * rowShare;
    }
  }
  return result;
}

interface Overlap {
  readonly from: number;
  readonly to: number;
  /** The share of the new pixel that the old pixel covers. */
  readonly share: number;
}

/**
 * Divides one side of a picture, once into `fromPx` and once into `toPx` equal pixels, and returns each pair
 * of an old pixel (`from`) and a new pixel (`to`) that overlap, in ascending order.
 */
function overlaps(fromPx: number, toPx: number): Overlap[] {
  const factor = fromPx / toPx;
  const found: Overlap[] = [];
  for (let from = 0; from < fromPx; from++) {
    const to = Math.min(toPx - 1, Math.floor(from / factor));
    const within = Math.min(1, (to + 1) * factor - from);
    found.push({ from, to, share: within / factor });
    if (within < 1 && to + 1 < toPx) found.push({ from, to: to + 1, share: (1 - within) / factor });
  }
  return found;
}
