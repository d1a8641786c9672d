/**
 * Makes a small coloured preview of a photo with the net of the product, with a watermark. The preview is free of
 * charge and must not replace the product.
 */

import { previewLengthMax } from '../../usecases/ports/image-work.ts';
import { pictureOf } from '../codecs/image-library.ts';
import { webpWithin } from '../codecs/webp-within.ts';
import type { ColourNet } from '../nets/colour-net.ts';
import type { RgbBytes } from '../pixels/plane.ts';
import { paintPipeline } from './pipeline.ts';
import { drawWatermark } from './watermark.ts';

/** Large enough to judge the colours on a phone, and too small to print. */
export const previewLongSidePx = 480;
/** Tried in order until the preview is short enough. */
export const previewEncodings = [72, 45, 20, 5].map((quality) => ({ quality }));

/**
 * @param photo its pixels are overwritten. @returns a WebP in base64; null if it would be longer than
 * `previewLengthMax`.
 */
export async function colourPreviewOf(photo: RgbBytes, net: ColourNet): Promise<string | null> {
  const painted = await paintPipeline.run({ image: photo, net });
  if (painted.kind === 'refused') return null;
  const { image } = painted.values;
  drawWatermark(image);
  return webpWithin(pictureOf(image), previewEncodings, previewLengthMax);
}
