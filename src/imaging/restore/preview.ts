/**
 * Makes a small restored preview of a photo with a watermark, and marks the damage. The preview is free of charge and must
 * not replace the product.
 */

import type { PhotoDamage } from '../../domain/goods/photo-check.ts';
import { marksLengthMax, previewLengthMax } from '../../usecases/ports/image-work.ts';
import { pictureOf } from '../codecs/image-library.ts';
import { webpWithin } from '../codecs/webp-within.ts';
import { previewEncodings, previewLongSidePx } from '../colourise/preview.ts';
import { drawWatermark } from '../colourise/watermark.ts';
import type { ColourNet } from '../nets/colour-net.ts';
import { type Plane, type RgbBytes, shrinkPlane } from '../pixels/plane.ts';
import { restoreInMemory } from './pipeline.ts';
import { mendedShare } from './steps/choose-damage.ts';

export interface RestorePreview {
  /** A WebP in base64; null if it would be longer than `previewLengthMax`. */
  readonly preview: string | null;
  readonly damage: PhotoDamage;
}

/** The red of the marks, which no black-and-white or sepia photo has. */
const markColour = [230, 30, 40] as const;
/** A scratch that covers this share of a mark's pixel is marked fully, because a paler mark is easily overlooked. */
const markedFullyShare = 0.25;
/** Tried in order until the marks are short enough. All pixels have one colour, so its quality may be low. */
const markEncodings = [100, 60, 20].map((alphaQuality) => ({ quality: 50, alphaQuality }));

/**
 * @param photo its pixels are overwritten. With fewer pixels than those in which the restoration searches for damage,
 * thin scratches are not found. @param net colourises the preview; null: it is not colourised.
 */
export async function restorePreviewOf(photo: RgbBytes, net: ColourNet | null): Promise<RestorePreview> {
  // An enlargement does not show in a picture of this size.
  const restored = await restoreInMemory.run({ image: photo, colourNet: net, isEnlarged: false });
  if (restored.kind === 'refused') return { preview: null, damage: { share: 0, marks: null } };
  const { image, opacity } = restored.values;
  const small = await shrunk(image);
  drawWatermark(small);
  return {
    preview: await webpWithin(pictureOf(small), previewEncodings, previewLengthMax),
    damage: { share: mendedShare(opacity), marks: await marksOf(opacity, small) },
  };
}

async function shrunk(image: RgbBytes): Promise<RgbBytes> {
  const { data, info } = await pictureOf(image)
    .resize({
      width: previewLongSidePx,
      height: previewLongSidePx,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Marks the mended pixels in a transparent picture of the same size as the preview. */
async function marksOf(
  opacity: Plane,
  { width, height }: Pick<RgbBytes, 'width' | 'height'>,
): Promise<string | null> {
  const share = shrinkPlane(opacity, width, height).data;
  const data = new Uint8Array(4 * width * height);
  for (let i = 0, p = 0; i < share.length; i++, p += 4) {
    data.set(markColour, p);
    data[p + 3] = Math.round(255 * Math.min(1, (share[i] ?? 0) / markedFullyShare));
  }
  return webpWithin(pictureOf({ width, height, data }, 4), markEncodings, marksLengthMax);
}
