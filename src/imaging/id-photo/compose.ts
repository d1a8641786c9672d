/**
 * Step 9: the person's colours on the new background, at the size that is sold.
 *
 * Colours are shrunk with a sharp kernel and alpha by plain averaging, and only then laid over each other:
 * a sharp kernel over the finished picture would ring along the outline and stain the flat background.
 */

import sharp from 'sharp';
import type { Plane, RgbImage } from '../plane.ts';

export interface ComposeOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  /** sRGB 0–255. */
  readonly backgroundRgb: readonly [number, number, number];
}

/** Interleaved sRGB bytes, `widthPx × heightPx`. Both pictures are larger by the same whole factor. */
export async function compose(
  colours: RgbImage,
  alpha: Plane,
  { widthPx, heightPx, backgroundRgb }: ComposeOptions,
): Promise<Uint8Array> {
  const person = await shrinkColours(colours, widthPx, heightPx);
  const small = shrinkAlpha(alpha, widthPx, heightPx);
  const pixels = new Uint8Array(widthPx * heightPx * 3);
  for (let i = 0, j = 0; i < small.length; i++, j += 3) {
    const a = small[i] ?? 0;
    for (let c = 0; c < 3; c++) {
      pixels[j + c] = Math.round(a * (person[j + c] ?? 0) + (1 - a) * (backgroundRgb[c] ?? 0));
    }
  }
  return pixels;
}

async function shrinkColours({ width, height, data }: RgbImage, toWidth: number, toHeight: number) {
  const bytes = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) bytes[i] = Math.round(255 * Math.min(1, Math.max(0, data[i] ?? 0)));
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .resize(toWidth, toHeight, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
}

function shrinkAlpha({ width, height, data }: Plane, toWidth: number, toHeight: number): Float32Array {
  const factor = width / toWidth;
  if (!Number.isInteger(factor) || height / toHeight !== factor) throw new RangeError('Not a whole factor');
  const result = new Float32Array(toWidth * toHeight);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / factor) * toWidth;
    for (let x = 0; x < width; x++) {
      const target = row + Math.floor(x / factor);
      result[target] = (result[target] ?? 0) + (data[y * width + x] ?? 0) / (factor * factor);
    }
  }
  return result;
}
