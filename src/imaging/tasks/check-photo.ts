/**
 * Checks before payment whether a product can be made of a photo, and what may disappoint the customer. For
 * an ID photo it runs the cut-out and the quality gate of the product. It computes the alpha matte at the
 * sold size instead of twice that size, which takes a quarter of the time.
 */

import type { FileWindow } from '../../domain/documents/file-window.ts';
import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';
import type { PhotoWarning } from '../../domain/goods/photo-check.ts';
import type { CheckTask, PhotoVerdict } from '../../usecases/ports/image-work.ts';
import { encodeWithin } from '../codecs/write-print-jpeg.ts';
import { isColourPhoto } from '../colourise/colour-photo.ts';
import { mattingSizeOf } from '../id-photo/matting-size.ts';
import {
  backgroundColoursOf,
  type CutOut,
  cutOutPipeline,
  headCropPipeline,
  printEnlargementMax,
} from '../id-photo/pipeline.ts';
import { previewOf, previewOfPixels } from '../id-photo/preview.ts';
import { checkMatte } from '../id-photo/steps/check-matte.ts';
import { composite } from '../id-photo/steps/composite.ts';
import { cropPhoto } from '../id-photo/steps/crop-photo.ts';
import { type DecodedPhoto, decodePhoto } from '../id-photo/steps/decode-photo.ts';
import { estimateForeground } from '../id-photo/steps/estimate-foreground.ts';
import { faceWarningsOf, warningsOf } from '../id-photo/warnings.ts';
import { type IdPhotoOptions, mattingNetOf } from './make-id-photo.ts';

/**
 * A postcard is 6 × 4 inches. With fewer than 150 pixels per inch, a print looks blurred at the distance at which
 * people hold a photo.
 */
const postcard = { longInches: 6, shortInches: 4, dpiMin: 150 } as const;

/** A small photo is enough to distinguish colour from a tint. */
const colourLongSidePx = 200;

/** The operator's own nets; null or absent: the nets that come with the service. */
export interface CheckOptions extends IdPhotoOptions {
  readonly colouriserFile?: string | null;
}

export async function checkPhoto(task: CheckTask, options: CheckOptions = {}): Promise<PhotoVerdict> {
  return task.idPhoto === null ? checkOldPhoto(task, options) : checkPortrait(task, task.idPhoto, options);
}

async function checkOldPhoto(
  { sourceFile, withPreview }: CheckTask,
  { colouriserFile = null }: CheckOptions,
): Promise<PhotoVerdict> {
  const decoded = await decodePhoto(sourceFile, colourLongSidePx);
  if ('refusal' in decoded) return verdict(decoded.refusal);
  const warnings: PhotoWarning[] = [];
  if (isColourPhoto(decoded.photo)) warnings.push('already_coloured');
  if (postcardDpi(decoded) < postcard.dpiMin) warnings.push('too_small_to_print');
  if (!withPreview) return verdict(null, warnings);
  // Loaded only here, so that a process that only checks never loads the colouring net.
  const { colourPreviewOf, previewLongSidePx } = await import('../colourise/preview.ts');
  const { colourNetOf } = await import('./colourise-photo.ts');
  const larger = await decodePhoto(sourceFile, previewLongSidePx);
  if ('refusal' in larger) return verdict(larger.refusal);
  return verdict(null, warnings, await colourPreviewOf(larger.photo, await colourNetOf(colouriserFile)));
}

/** The resolution of a print that fits the photo into a postcard. */
function postcardDpi({ photo: { width, height }, originalLongSidePx }: DecodedPhoto): number {
  const originalShortSidePx = (originalLongSidePx * Math.min(width, height)) / Math.max(width, height);
  return Math.max(originalLongSidePx / postcard.longInches, originalShortSidePx / postcard.shortInches);
}

async function checkPortrait(
  task: CheckTask,
  size: IdPhotoSize,
  options: IdPhotoOptions,
): Promise<PhotoVerdict> {
  const { sourceFile, withPreview } = task;
  if (task.isCropOnly === true) return checkCrop(task, size);
  const result = await cutOutPipeline.run({
    sourceFile,
    size,
    matteSize: mattingSizeOf(size, 1),
    mattingNet: await mattingNetOf(options.mattingNet ?? null),
    enlargementMax: printEnlargementMax,
  });
  if (result.kind === 'refused') return verdict(result.refusal);
  const cutOut = result.values;
  const gate = checkMatte(cutOut);
  const refusal = 'refusal' in gate ? gate.refusal : await fileRefusal(cutOut, size, task.fileWindow ?? null);
  const preview = withPreview && refusal === null ? await previewOf(cutOut, size) : null;
  return verdict(refusal, warningsOf(cutOut), preview);
}

/** Checks a photo that is only cropped: the crop must lie within the photo. */
async function checkCrop(task: CheckTask, size: IdPhotoSize): Promise<PhotoVerdict> {
  const { sourceFile, withPreview } = task;
  const fileWindow = task.fileWindow ?? null;
  const result = await headCropPipeline.run({ sourceFile, size, enlargementMax: printEnlargementMax });
  if (result.kind === 'refused') return verdict(result.refusal);
  const { values } = result;
  const cropped = await cropPhoto(values, values.headCrop, size);
  if ('refusal' in cropped) return verdict(cropped.refusal);
  const isPossible =
    fileWindow === null || (await encodeWithin({ ...size, pixels: cropped.pixels }, fileWindow)) !== null;
  if (!isPossible) return verdict('file_size_impossible');
  const preview = withPreview ? await previewOfPixels(cropped.pixels, size) : null;
  return verdict(null, faceWarningsOf(values), preview);
}

/** Composes the photo once to see whether its file can have the size that is asked for. */
async function fileRefusal(
  cutOut: CutOut,
  size: IdPhotoSize,
  fileWindow: FileWindow | null,
): Promise<'file_size_impossible' | null> {
  if (fileWindow === null) return null;
  const foreground = estimateForeground(cutOut, cutOut.detail, size, cutOut.cropFace.outline);
  // The colour of the background hardly changes the length of the file, because it is flat.
  const pixels = await composite(foreground, { ...size, ...backgroundColoursOf('white') });
  return (await encodeWithin({ ...size, pixels }, fileWindow)) === null ? 'file_size_impossible' : null;
}

function verdict(
  refusal: PhotoVerdict['refusal'],
  warnings: readonly PhotoWarning[] = [],
  preview: PhotoVerdict['preview'] = null,
): PhotoVerdict {
  return { kind: 'checked', refusal, warnings, preview };
}
