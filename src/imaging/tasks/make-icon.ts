/**
 * Makes an uploaded icon safe to serve. Only PNG and WebP are accepted: an SVG can contain scripts. The icon is
 * decoded in full and written as a new PNG without metadata, shrunk to its square if it is larger.
 */

import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { IconTask, ImageOutcome, ImageRefusal } from '../../usecases/ports/image-work.ts';
// Disables the image library's other decoders in this process.
import '../codecs/photo-file.ts';
import { requirePictureFault } from '../codecs/machine-failure.ts';
import { sniffFile } from '../codecs/sniff-format.ts';
import { refused } from '../refused.ts';

const sideMinPx = 16;

/** Throws only if the picture is not the cause: a missing file, a full disk. */
export async function makeIcon({
  sourceFile,
  targetFile,
  pixelsMax,
  sidePxMax,
}: IconTask): Promise<ImageOutcome> {
  const format = await sniffFile(sourceFile);
  if (format === 'unknown') return refused('not_an_image');
  if (format !== 'png' && format !== 'webp') return refused('unsupported_format');
  const refusal = await refusalByHeader(sourceFile, pixelsMax);
  if (refusal !== null) return refused(refusal);
  const icon = await decodeToPng(sourceFile, pixelsMax, sidePxMax);
  if (icon === null) return refused('undecodable');
  await writeFile(targetFile, icon.data);
  const size = { widthPx: icon.info.width, heightPx: icon.info.height };
  return { kind: 'made', size, contentType: 'image/png' };
}

/** Reads no pixels. */
async function refusalByHeader(file: string, pixelsMax: number): Promise<ImageRefusal | null> {
  try {
    const { width, height } = await sharp(file, { failOn: 'error', limitInputPixels: false }).metadata();
    if (width * height > pixelsMax) return 'too_many_pixels';
    return Math.min(width, height) < sideMinPx ? 'too_small' : null;
  } catch (error) {
    await requirePictureFault(error, file);
    return 'undecodable';
  }
}

/**
 * Encodes into memory and not into the file, so that only the picture can cause a failure here.
 * @returns null if the picture is broken.
 */
async function decodeToPng(file: string, pixelsMax: number, sidePxMax: number) {
  try {
    return await sharp(file, { failOn: 'error', limitInputPixels: pixelsMax })
      .autoOrient()
      .resize({ width: sidePxMax, height: sidePxMax, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    await requirePictureFault(error, file);
    return null;
  }
}
