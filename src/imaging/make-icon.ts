/**
 * Makes an uploaded icon safe to serve: judged by its bytes, decoded in full and written anew as a PNG, without
 * metadata, no larger than its square. Nothing but PNG and WebP is decoded; an SVG is a programme and no picture.
 */

import { open, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { IconTask, ImageOutcome, ImageRefusal } from '../usecases/ports/image-work.ts';
// Shuts every decoder of this process but a few.
import './photo-file.ts';
import { sniffedBytes, sniffFormat } from './sniff-format.ts';

const sideMinPx = 16;

/** Throws only for what is not the picture's fault: a missing file, a full disk. */
export async function makeIcon({
  sourceFile,
  targetFile,
  pixelsMax,
  sidePxMax,
}: IconTask): Promise<ImageOutcome> {
  const format = sniffFormat(await readHead(sourceFile));
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

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Before any pixel is read. */
async function refusalByHeader(file: string, pixelsMax: number): Promise<ImageRefusal | null> {
  try {
    const { width, height } = await sharp(file, { failOn: 'error', limitInputPixels: false }).metadata();
    if (width * height > pixelsMax) return 'too_many_pixels';
    return Math.min(width, height) < sideMinPx ? 'too_small' : null;
  } catch {
    return 'undecodable';
  }
}

/** Into memory and not into the file, so that whatever fails here is the picture's fault. Null: it is broken. */
async function decodeToPng(file: string, pixelsMax: number, sidePxMax: number) {
  try {
    return await sharp(file, { failOn: 'error', limitInputPixels: pixelsMax })
      .autoOrient()
      .resize({ width: sidePxMax, height: sidePxMax, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
  } catch {
    return null;
  }
}

function refused(refusal: ImageRefusal): ImageOutcome {
  return { kind: 'refused', refusal };
}
