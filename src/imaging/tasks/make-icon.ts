/**
 * Makes an uploaded icon or picture of a good safe to serve. An SVG is refused: it can contain scripts. The image
 * is decoded in full, shrunk if a side is longer than `sidePxMax`, and written anew without metadata.
 */

import { writeFile } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import type { IconTask, ImageOutcome } from '../../usecases/ports/image-work.ts';
import { openPicture } from '../codecs/image-library.ts';
import { requirePictureFault } from '../codecs/machine-failure.ts';
import { type ColourHeader, inSrgb, openPhoto } from '../codecs/photo-file.ts';
import { type SniffedFormat, sniffFile } from '../codecs/sniff-format.ts';
import { refused } from '../refused.ts';

const sideMinPx = 16;
/** At this quality, a photo in a card of a page has no visible loss. */
const webpQuality = 82;

/** Large pictures may be JPEG. Icons may not, because JPEG has no transparency. */
const acceptedFormats: Readonly<Record<IconTask['encoding'], readonly SniffedFormat[]>> = {
  png: ['png', 'webp'],
  webp: ['jpeg', 'png', 'webp'],
};

/** Throws only if the picture is not the cause: a missing file, a full disk. */
export async function makeIcon({
  sourceFile,
  targetFile,
  pixelsMax,
  sidePxMax,
  encoding,
}: IconTask): Promise<ImageOutcome> {
  const format = await sniffFile(sourceFile);
  if (format === 'unknown') return refused('not_an_image');
  if (!acceptedFormats[encoding].includes(format)) return refused('unsupported_format');
  const header = await readHeader(sourceFile);
  if (header === null) return refused('undecodable');
  if (header.width * header.height > pixelsMax) return refused('too_many_pixels');
  if (Math.min(header.width, header.height) < sideMinPx) return refused('too_small');
  const icon = await encodeAnew(sourceFile, header, { pixelsMax, sidePxMax, encoding });
  if (icon === null) return refused('undecodable');
  await writeFile(targetFile, icon.data);
  const size = { widthPx: icon.info.width, heightPx: icon.info.height };
  return { kind: 'made', size, contentType: encoding === 'png' ? 'image/png' : 'image/webp' };
}

/** Reads no pixels. @returns null if the header is broken. */
async function readHeader(file: string): Promise<Metadata | null> {
  try {
    return await openPicture(file, false).metadata();
  } catch (error) {
    await requirePictureFault(error, file);
    return null;
  }
}

/**
 * Encodes into memory and not into the file, so that only the picture can cause a failure here.
 * @returns null if the picture is broken.
 */
async function encodeAnew(
  file: string,
  header: ColourHeader,
  { pixelsMax, sidePxMax, encoding }: Pick<IconTask, 'pixelsMax' | 'sidePxMax' | 'encoding'>,
) {
  try {
    const opened = await openPhoto(file, pixelsMax, header);
    const small = opened.resize({
      width: sidePxMax,
      height: sidePxMax,
      fit: 'inside',
      withoutEnlargement: true,
    });
    const image = inSrgb(small, header);
    const encoded =
      encoding === 'png' ? image.png({ compressionLevel: 9 }) : image.webp({ quality: webpQuality });
    return await encoded.toBuffer({ resolveWithObject: true });
  } catch (error) {
    await requirePictureFault(error, file);
    return null;
  }
}
