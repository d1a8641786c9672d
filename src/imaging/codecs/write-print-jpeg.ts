/** Writes a JPEG for print: with its density in JFIF and EXIF, and complete or not at all. */

import { rename, rm, writeFile } from 'node:fs/promises';
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
  // Renamed when complete: a reader never sees half a file, even if the process is killed while it writes.
  const partFile = `${targetFile}.part`;
  try {
    await writeFile(partFile, withJfifDensity(jpeg, dpi));
    await rename(partFile, targetFile);
  } catch (error) {
    await rm(partFile, { force: true });
    throw error;
  }
}
