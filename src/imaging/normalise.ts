/**
 * Makes an upload safe to keep: judged by its bytes and never by its name, decoded in full, upright,
 * sRGB, opaque, without metadata, written as a JPEG. What cannot be decoded is refused, not repaired.
 */

import { open, writeFile } from 'node:fs/promises';
import sharp, { type Metadata, type OutputInfo } from 'sharp';
import type { ImageOutcome, ImageRefusal, NormaliseTask } from '../usecases/ports/image-work.ts';
import { jpegOptions, uprightSrgb } from './photo-file.ts';
import { sniffedBytes, sniffFormat } from './sniff-format.ts';

const sideMinPx = 32;
/** The longest side that a JPEG can have in libjpeg. */
const sideMaxPx = 65_500;

/** Throws only for what is not the picture's fault: a missing file, a full disk. */
export async function normalise(
  task: NormaliseTask,
  onProgress: (fraction: number) => void,
): Promise<ImageOutcome> {
  const format = sniffFormat(await readHead(task.sourceFile));
  if (format === 'unknown') return refused('not_an_image');
  if (format === 'known_but_unsupported') return refused('unsupported_format');

  const header = await readHeader(task.sourceFile);
  if (header === undefined) return refused('undecodable');
  const refusal = refusalBySize(header, task.pixelsMax);
  if (refusal !== undefined) return refused(refusal);
  onProgress(0.1);

  const decoded = await decodeToJpeg(task.sourceFile, task.pixelsMax);
  if (decoded === undefined) return refused('undecodable');
  onProgress(0.9);
  await writeFile(task.targetFile, decoded.data);
  const size = { widthPx: decoded.info.width, heightPx: decoded.info.height };
  return { kind: 'made', size, contentType: 'image/jpeg' };
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

/** Reads no pixels; undefined if even the header is broken. The bound is checked by us, to name it. */
async function readHeader(file: string): Promise<Metadata | undefined> {
  try {
    return await sharp(file, { failOn: 'error', limitInputPixels: false }).metadata();
  } catch {
    return undefined;
  }
}

function refusalBySize({ width, height }: Metadata, pixelsMax: number): ImageRefusal | undefined {
  if (width * height > pixelsMax || Math.max(width, height) > sideMaxPx) return 'too_many_pixels';
  return Math.min(width, height) < sideMinPx ? 'too_small' : undefined;
}

/**
 * Into memory and not into the file, so that whatever fails here is the picture's fault. Undefined: the
 * pixels are broken.
 */
async function decodeToJpeg(
  file: string,
  pixelsMax: number,
): Promise<{ data: Buffer; info: OutputInfo } | undefined> {
  try {
    return await uprightSrgb(file, pixelsMax).jpeg(jpegOptions).toBuffer({ resolveWithObject: true });
  } catch {
    return undefined;
  }
}

function refused(refusal: ImageRefusal): ImageOutcome {
  return { kind: 'refused', refusal };
}
