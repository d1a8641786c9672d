/** Writes a JPEG for print, with its density in JFIF and EXIF and, where an office asks for it, with a bounded size. */

import { writeFile } from 'node:fs/promises';
import type { FileWindow } from '../../domain/documents/file-window.ts';
import type { AigcMark, SourceType } from '../../domain/goods/ai-label.ts';
import { pictureOf } from './image-library.ts';
import { withJfifDensity } from './jpeg-density.ts';
import { padJpeg } from './jpeg-padding.ts';
import { labelled } from './source-type.ts';

interface Encoding {
  readonly quality: number;
  readonly chromaSubsampling: '4:4:4' | '4:2:0';
}

/** At this quality, without chroma subsampling, a flat background stays within two levels of its colour. */
const usual: Encoding = { quality: 96, chromaSubsampling: '4:4:4' };
/** Tried in order for a file that would be too small, before the file is padded. */
const larger: readonly Encoding[] = [98, 100].map((quality) => ({ quality, chromaSubsampling: '4:4:4' }));
/**
 * Tried in order for a file that would be too large. Chroma subsampling costs sharpness of coloured edges, so a
 * lower quality comes first. Below a quality of 60, blocks are visible in the face.
 */
const smaller: readonly Encoding[] = [
  ...[92, 88, 84, 80].map((quality) => ({ quality, chromaSubsampling: '4:4:4' }) as const),
  ...[84, 80, 76, 72, 68, 64, 60].map((quality) => ({ quality, chromaSubsampling: '4:2:0' }) as const),
];

export interface PrintPixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  /** Interleaved sRGB bytes. */
  readonly pixels: Uint8Array;
  /** The IPTC source type of a picture that a net made or changed; null for a photo that is only cropped. */
  readonly sourceType: SourceType | null;
  /** The label of AI-made content (GB 45438-2025). Absent: the picture gets no such label. */
  readonly aigc?: AigcMark;
}

/** @returns false, and writes nothing, if no encoding of acceptable quality has a file size within the window. */
export async function writePrintJpeg(
  picture: PrintPixels,
  targetFile: string,
  window: FileWindow | null = null,
): Promise<boolean> {
  const jpeg = await encodeWithin(picture, window);
  if (jpeg === null) return false;
  // Overwrites the existing file, because an image process must not create files. The service renames the
  // file when it is complete.
  await writeFile(targetFile, jpeg);
  return true;
}

/** The best encoding within the window, padded if it is too small; null if even the smallest file is too large. */
export async function encodeWithin(
  picture: PrintPixels,
  window: FileWindow | null,
): Promise<Uint8Array | null> {
  const first = await encode(picture, usual);
  if (window === null) return first;
  const { minBytes, maxBytes } = window;
  if (first.length > maxBytes) {
    for (const encoding of smaller) {
      const jpeg = await encode(picture, encoding);
      if (jpeg.length <= maxBytes) return padJpeg(jpeg, minBytes);
    }
    return null;
  }
  let best = first;
  for (const encoding of larger) {
    if (best.length >= minBytes) break;
    const jpeg = await encode(picture, encoding);
    if (jpeg.length <= maxBytes) best = jpeg;
  }
  return padJpeg(best, minBytes);
}

async function encode(
  { widthPx: width, heightPx: height, dpi, pixels, sourceType, aigc }: PrintPixels,
  encoding: Encoding,
): Promise<Uint8Array> {
  const image = pictureOf({ width, height, data: pixels }).withMetadata({ density: dpi });
  const jpeg = await labelled(image, sourceType, aigc ?? null)
    .jpeg(encoding)
    .toBuffer();
  return withJfifDensity(jpeg, dpi);
}
