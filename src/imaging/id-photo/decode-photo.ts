/**
 * Step 1: the photo's pixels, upright by its EXIF tag, sRGB, without alpha, shrunk while it is decoded.
 */

import { access } from 'node:fs/promises';
import sharp from 'sharp';
import type { RgbBytes } from '../plane.ts';
import { type Refused, refused } from './refused.ts';

/** The port's bound on uploads; a file beyond it did not come through the normaliser. */
const pixelsMax = 50_000_000;

export interface DecodedPhoto {
  readonly kind: 'decoded';
  readonly photo: RgbBytes;
  /** Longer side as stored, before shrinking. */
  readonly originalLongSidePx: number;
}

export async function decodePhoto(file: string, longSidePxMax: number): Promise<DecodedPhoto | Refused> {
  // A missing file is an error of the service and not the picture's.
  await access(file);
  try {
    // By path: the normaliser's process shuts the decoders of buffers.
    const image = sharp(file, { limitInputPixels: pixelsMax, failOn: 'error' });
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
      kind: 'decoded',
      photo: { width: info.width, height: info.height, data },
      originalLongSidePx: Math.max(width, height),
    };
  } catch {
    return refused('undecodable');
  }
}
