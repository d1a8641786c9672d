/**
 * Makes a small coloured preview of a photo with the net of the product, with a watermark. The preview is free of
 * charge and must not replace the product.
 */

import { previewLengthMax } from '../../usecases/ports/image-work.ts';
import { pictureOf } from '../codecs/image-library.ts';
import type { ColourNet } from '../nets/colour-net.ts';
import type { RgbBytes } from '../pixels/plane.ts';
import { paintPipeline } from './pipeline.ts';
import { drawWatermark } from './watermark.ts';

/** Large enough to judge the colours on a phone, and too small to print. */
export const previewLongSidePx = 480;
/** WebP qualities, tried in order until the preview is short enough. */
const qualities = [72, 45, 20, 5] as const;

/**
 * @param photo its pixels are overwritten. @returns a WebP in base64; null if it would be longer than
 * `previewLengthMax`.
 */
export async function colourPreviewOf(photo: RgbBytes, net: ColourNet): Promise<string | null> {
  const painted = await paintPipeline.run({ image: photo, net });
  if (painted.kind === 'refused') return null;
  const { image } = painted.values;
  drawWatermark(image);
  for (const quality of qualities) {
    const text = (await pictureOf(image).webp({ quality }).toBuffer()).toString('base64');
    if (text.length <= previewLengthMax) return text;
  }
  return null;
}
