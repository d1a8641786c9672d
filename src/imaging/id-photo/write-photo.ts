/** Step 10: the JPEG that is sold, with its print size in both places that are read, put in place at once. */

import { rename, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { withJfifDensity } from '../jpeg-density.ts';

/** Full chroma and a fine quantiser: the flat background must stay within two levels of its colour. */
const quality = 96;

export interface IdPhotoPixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  /** Interleaved sRGB bytes. */
  readonly pixels: Uint8Array;
}

export async function writePhoto(photo: IdPhotoPixels, targetFile: string): Promise<void> {
  const { widthPx: width, heightPx: height, dpi, pixels } = photo;
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .withMetadata({ density: dpi })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
  // A reader sees the whole file or none, also when the process is stopped half-way.
  const partFile = `${targetFile}.part`;
  try {
    await writeFile(partFile, withJfifDensity(jpeg, dpi));
    await rename(partFile, targetFile);
  } catch (error) {
    await rm(partFile, { force: true });
    throw error;
  }
}
