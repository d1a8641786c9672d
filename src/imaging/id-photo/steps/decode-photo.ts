/** Decodes the photo: upright by its EXIF tag, sRGB, without alpha, shrunk while it is decoded. */

import { access } from 'node:fs/promises';
import { openPicture } from '../../codecs/image-library.ts';
import { requirePictureFault } from '../../codecs/machine-failure.ts';
import type { RgbBytes } from '../../pixels/plane.ts';
import { type Refused, refused } from '../../refused.ts';

/** More pixels than any picture that `normalise` writes. A file with more pixels is not an upload. */
export const uploadPixelsMax = 50_000_000;

export interface DecodedPhoto {
  readonly photo: RgbBytes;
  /** The longer side of the file's picture, before shrinking. */
  readonly originalLongSidePx: number;
  /** The number of pixels of the file's picture. */
  readonly originalPixels: number;
}

/** Throws if the file is missing, which is a fault of the service and not of the picture. */
export async function decodePhoto(file: string, longSidePxMax: number): Promise<DecodedPhoto | Refused> {
  await access(file);
  try {
    const image = openPicture(file, uploadPixelsMax);
    const { width, height } = await image.metadata();
    const { data, info } = await image
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize({ width: longSidePxMax, height: longSidePxMax, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) return refused('undecodable');
    return {
      photo: { width: info.width, height: info.height, data },
      originalLongSidePx: Math.max(width, height),
      originalPixels: width * height,
    };
  } catch (error) {
    await requirePictureFault(error, file);
    return refused('undecodable');
  }
}
