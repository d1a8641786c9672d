/**
 * Turns an upload into a photo that is safe to keep. The format is detected from the bytes, the file is decoded in
 * full, and the photo is written as a new JPEG: upright, sRGB, opaque, without metadata. A file that cannot be
 * decoded is refused, not repaired. A small file can become a large JPEG: such a photo is encoded again, first at a
 * lower quality and then with fewer pixels, until it is within the bound.
 */

import { writeFile } from 'node:fs/promises';
import type { Metadata, OutputInfo } from 'sharp';
import type { ImageOutcome, ImageRefusal, NormaliseTask } from '../../usecases/ports/image-work.ts';
import { openPicture } from '../codecs/image-library.ts';
import { requirePictureFault } from '../codecs/machine-failure.ts';
import { type ColourHeader, jpegOptions, uprightSrgb } from '../codecs/photo-file.ts';
import { sniffFile } from '../codecs/sniff-format.ts';
import type { OnProgress } from '../pipeline.ts';
import { refused } from '../refused.ts';

const sideMinPx = 32;
/** The maximum length of a side that libjpeg can write. */
const sideMaxPx = 65_500;
/** A JPEG quality at which a noisy photo has half the bytes. The loss is hardly visible in print. */
const reducedQuality = 85;

/** Throws only if the picture is not the cause: a missing file, a full disk. */
export async function normalise(task: NormaliseTask, onProgress: OnProgress): Promise<ImageOutcome> {
  const format = await sniffFile(task.sourceFile);
  if (format === 'unknown') return refused('not_an_image');
  if (format === 'known_but_unsupported') return refused('unsupported_format');

  const header = await readHeader(task.sourceFile);
  if (typeof header === 'string') return refused(header);
  const refusal = refusalBySize(header, task.pixelsMax);
  if (refusal !== undefined) return refused(refusal);
  onProgress(0.1);

  const decoded = await decodeWithin(task, header);
  if (decoded === undefined) return refused('undecodable');
  onProgress(0.9);
  await writeFile(task.targetFile, decoded.data);
  const size = { widthPx: decoded.info.width, heightPx: decoded.info.height };
  return { kind: 'made', size, contentType: 'image/jpeg' };
}

/** The library's message for a TIFF file of Lab colours with 8 bits, which it cannot decode. */
const labMessage = 'bad labq format';

/**
 * Reads no pixels. Returns a refusal if the header is broken. The library's own limit of pixels is off here, so that a
 * picture with too many pixels gets a separate refusal.
 */
async function readHeader(file: string): Promise<Metadata | ImageRefusal> {
  try {
    return await openPicture(file, false).metadata();
  } catch (error) {
    await requirePictureFault(error, file);
    return String(error).includes(labMessage) ? 'unsupported_format' : 'undecodable';
  }
}

function refusalBySize({ width, height }: Metadata, pixelsMax: number): ImageRefusal | undefined {
  if (width * height > pixelsMax || Math.max(width, height) > sideMaxPx) return 'too_many_pixels';
  return Math.min(width, height) < sideMinPx ? 'too_small' : undefined;
}

interface Encoded {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

/** @returns undefined if the pixels are broken. */
async function decodeWithin(task: NormaliseTask, header: ColourHeader): Promise<Encoded | undefined> {
  const first = await decodeToJpeg(task, header, jpegOptions.quality, null);
  if (first === undefined || first.data.length <= task.sizeBytesMax) return first;
  const second = await decodeToJpeg(task, header, reducedQuality, null);
  if (second === undefined || second.data.length <= task.sizeBytesMax) return second;
  // The bytes of a JPEG grow with its number of pixels, so the sides are scaled by a square root. The target
  // is half of the maximum size, because a smaller photo has more bytes for each pixel.
  const share = Math.sqrt(task.sizeBytesMax / second.data.length / 2);
  const longSidePx = Math.floor(Math.max(second.info.width, second.info.height) * share);
  return decodeToJpeg(task, header, reducedQuality, Math.max(longSidePx, sideMinPx));
}

/**
 * Encodes into memory and not into the file, so that only the picture can cause a failure here. Returns undefined
 * if the pixels are broken.
 */
async function decodeToJpeg(
  { sourceFile, pixelsMax }: NormaliseTask,
  header: ColourHeader,
  quality: number,
  longSidePx: number | null,
): Promise<Encoded | undefined> {
  try {
    const upright = await uprightSrgb(sourceFile, pixelsMax, header);
    const sized =
      longSidePx === null
        ? upright
        : upright.resize({ width: longSidePx, height: longSidePx, fit: 'inside', withoutEnlargement: true });
    return await sized.jpeg({ ...jpegOptions, quality }).toBuffer({ resolveWithObject: true });
  } catch (error) {
    await requirePictureFault(error, sourceFile);
    return undefined;
  }
}
