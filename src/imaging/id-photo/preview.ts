/**
 * Makes a small preview of the cut-out person with a transparent background, which a page shows on any colour. The
 * preview is free of charge and must not replace a product: it is at most half as high as the checked size, and clearly
 * lower than the smallest document on the shelf, because a caller can check a larger size than the one to be ordered.
 */

import { type ImageSize, previewLengthMax } from '../../usecases/ports/image-work.ts';
import { pictureOf } from '../codecs/image-library.ts';
import { webpWithin } from '../codecs/webp-within.ts';
import { foregroundColours } from '../matting/foreground.ts';
import type { Plane, RgbImage } from '../pixels/plane.ts';
import { smoothOutline } from './steps/smooth-outline.ts';

/** Three quarters of the height of the smallest document (192 px). */
const heightPxMax = 144;
/**
 * WebP qualities, tried in order until the preview is short enough. For a photo the first quality is low enough;
 * for a picture of noise, only the last may be.
 */
const encodings = [84, 50, 10].map((quality) => ({ quality, alphaQuality: 100, smartSubsample: true }));

/** Makes the preview of a photo that is only cropped: its own background, at the same small size. */
export async function previewOfPixels(pixels: Uint8Array, sold: ImageSize): Promise<string | null> {
  const { widthPx, heightPx } = previewSizeOf(sold);
  const small = await pictureOf({ width: sold.widthPx, height: sold.heightPx, data: pixels })
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return shortWebp(small, widthPx, heightPx);
}

function previewSizeOf(sold: ImageSize): ImageSize {
  const heightPx = Math.min(heightPxMax, Math.floor(sold.heightPx / 2));
  return { widthPx: Math.round((heightPx * sold.widthPx) / sold.heightPx), heightPx };
}

/** Returns a WebP with alpha, in base64; null if it would be longer than `previewLengthMax`. */
export async function previewOf(
  { image, alpha }: { readonly image: RgbImage; readonly alpha: Plane },
  sold: ImageSize,
): Promise<string | null> {
  const { width, height } = alpha;
  const { widthPx, heightPx } = previewSizeOf(sold);
  // The kernel has no negative lobes, and colours are weighted by alpha while they are shrunk. On every
  // background, the preview therefore looks like the finished picture at a smaller size.
  const pixels = withAlpha(foregroundColours(image, alpha), smoothOutline(alpha));
  const small = await pictureOf({ width, height, data: pixels }, 4)
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return shortWebp(small, widthPx, heightPx);
}

function shortWebp(small: Uint8Array, widthPx: number, heightPx: number): Promise<string | null> {
  const picture = pictureOf({ width: widthPx, height: heightPx, data: small }, 4);
  return webpWithin(picture, encodings, previewLengthMax);
}

/** Interleaved RGBA bytes. Colours are not multiplied by alpha. */
function withAlpha(colours: RgbImage, alpha: Plane): Uint8Array {
  const byte = (value: number | undefined) => Math.round(255 * Math.min(1, Math.max(0, value ?? 0)));
  const pixels = new Uint8Array(4 * alpha.data.length);
  for (let i = 0, from = 0, to = 0; i < alpha.data.length; i++, from += 3, to += 4) {
    for (let c = 0; c < 3; c++) pixels[to + c] = byte(colours.data[from + c]);
    pixels[to + 3] = byte(alpha.data[i]);
  }
  return pixels;
}
