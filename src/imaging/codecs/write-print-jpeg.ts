/** Writes a JPEG for print, with its density in JFIF and EXIF. */

import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { withJfifDensity } from './jpeg-density.ts';

/** At this quality, without chroma subsampling, a flat background stays within two levels of its colour. */
const quality = 96;

export interface PrintPixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  /** Interleaved sRGB bytes. */
  readonly pixels: Uint8Array;
}

export async function writePrintJpeg(picture: PrintPixels, targetFile: string): Promise<void> {
  const { widthPx: width, heightPx: height, dpi, pixels } = picture;
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .withMetadata({ density: dpi })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
  // Overwrites the existing file, because an image process must not create files. The service renames the
  // file when it is complete.
  await writeFile(targetFile, withJfifDensity(jpeg, dpi));
}
