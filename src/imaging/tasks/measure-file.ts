/**
 * Measures a finished file. The task reads only the file: it shares no value with the task that made the photo, so
 * that the measures show an error of that task.
 */

import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { MeasuredFile, MeasureTask } from '../../usecases/ports/image-work.ts';
import { jfifDensity } from '../codecs/jfif-density.ts';
import { measurePixels } from '../measures/measure-pixels.ts';

export async function measureFile({ sourceFile }: MeasureTask): Promise<MeasuredFile> {
  const bytes = await readFile(sourceFile);
  const { data, info } = await sharp(sourceFile, { failOn: 'error' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const photo = { width: info.width, height: info.height, data };
  const facts = { bytes: bytes.length, dpi: jfifDensity(bytes) };
  return { kind: 'measured', measures: await measurePixels(photo, facts) };
}
