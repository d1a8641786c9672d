/**
 * Measures a finished file. The task reads only the file: it shares no value with the task that made the photo, so
 * that the measures show an error of that task.
 */

import { readFile } from 'node:fs/promises';
import type { PhotoMeasures } from '../../domain/documents/photo-measures.ts';
import type { MeasuredFile, MeasureTask } from '../../usecases/ports/image-work.ts';
import { jfifDensity } from '../codecs/jfif-density.ts';
import { measurePixels } from '../measures/measure-pixels.ts';
import { type ViewedFile, viewFile } from '../measures/viewed-file.ts';

export async function measureFile({ sourceFile }: MeasureTask): Promise<MeasuredFile> {
  return { kind: 'measured', measures: await measureJpeg(await readFile(sourceFile)) };
}

export async function measureJpeg(bytes: Uint8Array): Promise<PhotoMeasures> {
  return measuresOfFile(await viewFile(bytes));
}

export function measuresOfFile(file: ViewedFile): PhotoMeasures {
  return measurePixels(file, { bytes: file.bytes.length, dpi: jfifDensity(file.bytes) });
}
