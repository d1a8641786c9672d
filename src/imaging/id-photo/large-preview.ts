/**
 * Makes a large preview of a finished ID photo, in which flaws of the cut-out can be seen before payment. It is free of
 * charge and must not replace the photo. A caller can check a larger size than the one to be ordered, so the height is limited,
 * and the letters of the watermark are opaque: no formula brings back what they cover.
 */

import { type PhotoVerdict, previewLengthMax } from '../../usecases/ports/image-work.ts';
import { openPicture, pictureOf } from '../codecs/image-library.ts';
import { webpWithin } from '../codecs/webp-within.ts';
import { drawWatermark, opaqueLetters } from '../colourise/watermark.ts';

const heightPxMax = 320;
const heightShare = 0.75;
/** Tried in order until the preview is short enough. */
const encodings = [80, 60, 35, 10].map((quality) => ({ quality }));

/** @param jpeg the finished file. @returns an empty object if the preview would be longer than `previewLengthMax`. */
export async function largePreviewOf(jpeg: Uint8Array): Promise<Pick<PhotoVerdict, 'largePreview'>> {
  const picture = openPicture(jpeg);
  const { height: soldHeightPx } = await picture.metadata();
  const height = Math.min(heightPxMax, Math.floor(heightShare * soldHeightPx));
  const { data, info } = await picture.resize({ height }).raw().toBuffer({ resolveWithObject: true });
  const image = { width: info.width, height: info.height, data };
  drawWatermark(image, opaqueLetters);
  const largePreview = await webpWithin(pictureOf(image), encodings, previewLengthMax);
  return largePreview === null ? {} : { largePreview };
}
