/**
 * The cut person without a background, small, for a page that lays it on any colour itself. It is shown free of
 * charge, so it must not do in place of the picture: at most half as high as what is sold.
 */

import sharp from 'sharp';
import { type ImageSize, previewLengthMax } from '../../usecases/ports/image-work.ts';
import { foregroundColours } from '../matting/foreground.ts';
import type { Plane, RgbImage } from '../plane.ts';

const heightPxMax = 200;
/** Tried in turn; the first is enough for photos, the last holds for noise. */
const qualities = [84, 50, 10] as const;

/** @returns a WebP with alpha in base64; null where it would be longer than `previewLengthMax`. */
export async function previewOf(
  { image, alpha }: { readonly image: RgbImage; readonly alpha: Plane },
  sold: ImageSize,
): Promise<string | null> {
  const { width, height } = alpha;
  const heightPx = Math.min(heightPxMax, Math.floor(sold.heightPx / 2));
  const widthPx = Math.round((heightPx * sold.widthPx) / sold.heightPx);
  // Colours are weighted by alpha while they are shrunk, and the kernel has no negative lobes: what results is what
  // shrinking the finished picture would give, on every background alike.
  const small = await sharp(withAlpha(foregroundColours(image, alpha), alpha), {
    raw: { width, height, channels: 4 },
  })
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  for (const quality of qualities) {
    const webp = await sharp(small, { raw: { width: widthPx, height: heightPx, channels: 4 } })
      .webp({ quality, alphaQuality: 100, smartSubsample: true })
      .toBuffer();
    const text = webp.toString('base64');
    if (text.length <= previewLengthMax) return text;
  }
  return null;
}

/** Interleaved bytes, colours not multiplied by alpha. */
function withAlpha(colours: RgbImage, alpha: Plane): Uint8Array {
  const byte = (value: number | undefined) => Math.round(255 * Math.min(1, Math.max(0, value ?? 0)));
  const pixels = new Uint8Array(4 * alpha.data.length);
  for (let i = 0, from = 0, to = 0; i < alpha.data.length; i++, from += 3, to += 4) {
    for (let c = 0; c < 3; c++) pixels[to + c] = byte(colours.data[from + c]);
    pixels[to + 3] = byte(alpha.data[i]);
  }
  return pixels;
}
