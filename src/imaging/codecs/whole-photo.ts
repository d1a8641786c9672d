/** Reads an upload at its full size, and writes the picture that was made of it. */

import { writeFile } from 'node:fs/promises';
import { type AigcMark, type SourceType, usualSourceTypes } from '../../domain/goods/ai-label.ts';
import { type Passed, passed } from '../pipeline.ts';
import type { RgbBytes } from '../pixels/plane.ts';
import { type Refused, refused } from '../refused.ts';
import { pictureOf } from './image-library.ts';
import { requirePictureFault } from './machine-failure.ts';
import { jpegOptions, uprightSrgb } from './photo-file.ts';
import { labelled } from './source-type.ts';

/** Uploads are stored as JPEG, which has 8 bits, in sRGB. */
const jpegHeader = { space: 'srgb' } as const;
/** Uploads have fewer pixels; this bound only guards against a file that did not pass through `normalise`. */
const pixelsMax = 100_000_000;

export async function readWholePhoto(file: string): Promise<{ readonly image: RgbBytes } | Refused> {
  try {
    const upright = await uprightSrgb(file, pixelsMax, jpegHeader);
    const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
    return { image: { width: info.width, height: info.height, data } };
  } catch (error) {
    await requirePictureFault(error, file);
    return refused('undecodable');
  }
}

export interface LabelledFile {
  readonly targetFile: string;
  /** The IPTC `digitalSourceType` in the metadata; null: none. Absent: the default for colourised photos. */
  readonly sourceType?: SourceType | null;
  /** The label of AI-made content (GB 45438-2025). Absent: the picture gets no such label. */
  readonly aigc?: AigcMark;
}

export async function writeLabelledJpeg(
  image: RgbBytes,
  { targetFile, sourceType = usualSourceTypes.colourised, aigc }: LabelledFile,
): Promise<Passed> {
  const encoded = labelled(pictureOf(image), sourceType, aigc ?? null).jpeg(jpegOptions);
  await writeFile(targetFile, await encoded.toBuffer());
  return passed;
}
