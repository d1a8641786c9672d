/**
 * Measures a finished file. The task reads only the file: it shares no value with the task that made the photo, so
 * that the measures show an error of that task.
 */

import { readFile } from 'node:fs/promises';
import type { PhotoMeasures } from '../../domain/documents/photo-measures.ts';
import type { MeasuredFile, MeasureTask } from '../../usecases/ports/image-work.ts';
import { openPicture } from '../codecs/image-library.ts';
import { jfifDensity } from '../codecs/jfif-density.ts';
import { measurePixels } from '../measures/measure-pixels.ts';

export async function measureFile({ sourceFile }: MeasureTask): Promise<MeasuredFile> {
  return { kind: 'measured', measures: await measureJpeg(await readFile(sourceFile)) };
}

export async function measureJpeg(bytes: Uint8Array): Promise<PhotoMeasures> {
  const { data, info } = await openPicture(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const photo = { width: info.width, height: info.height, data };
  const facts = { bytes: bytes.length, dpi: jfifDensity(bytes) };
  return measurePixels(photo, facts);
}
