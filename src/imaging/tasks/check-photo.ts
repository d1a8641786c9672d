/**
 * Checks before payment whether a product can be made of a photo, and what may disappoint the customer. For
 * an ID photo it runs the cut-out and the quality gate of the product. It computes the alpha matte at the
 * sold size instead of twice that size, which takes a quarter of the time. For a restoration it marks the damage.
 */

import type { PhotoMeasures } from '../../domain/documents/photo-measures.ts';
import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';
import type { PhotoWarning } from '../../domain/goods/photo-check.ts';
import { canEnlarge, enlargedTimes } from '../../domain/goods/restore-good.ts';
import { type CheckTask, needsWholePhoto, type PhotoVerdict } from '../../usecases/ports/image-work.ts';
import { isColourPhoto } from '../colourise/colour-photo.ts';
import { colourDoubts } from '../colourise/doubts.ts';
import { coveringsOf } from '../id-photo/coverings.ts';
import { cropAgain, type MadePhoto } from '../id-photo/crop-again.ts';
import {
  type CutOut,
  type Face,
  facePipeline,
  headCropPipeline,
  sizedCutOutPipeline,
} from '../id-photo/cut-out.ts';
import { handsOf } from '../id-photo/hands.ts';
import { headCoveringsOf } from '../id-photo/head-coverings.ts';
import { judgeCut } from '../id-photo/judge-cut.ts';
import { mattingSizeOf } from '../id-photo/matting-size.ts';
import { notAPhoto } from '../id-photo/not-a-photo.ts';
import {
  finishPipeline,
  picturePipeline,
  plainPicturePipeline,
  printEnlargementMax,
} from '../id-photo/pipeline.ts';
import { plainCropOf } from '../id-photo/plain-crop.ts';
import { previewOf, previewOfPixels } from '../id-photo/preview.ts';
import type { HeadCrop } from '../id-photo/steps/crop-head.ts';
import { type DecodedPhoto, decodePhoto } from '../id-photo/steps/decode-photo.ts';
import { cornersInUpload } from '../id-photo/upload-point.ts';
import { faceWarningsOf, warningsOf } from '../id-photo/warnings.ts';
import { workingSizes } from '../id-photo/working-sizes.ts';
import type { ViewedFile } from '../measures/viewed-file.ts';
import type { RgbBytes } from '../pixels/plane.ts';
import type { Crop } from '../pixels/pyramid.ts';
import { searchedPixelsMax } from '../restore/steps/shrink-for-damage.ts';
import { type IdPhotoOptions, mattingNetOf, strokesOf } from './make-id-photo.ts';
import { measureJpeg, measuresOfFile } from './measure-file.ts';

/**
 * A postcard is 6 × 4 inches. With fewer than 150 pixels per inch, a print looks blurred at the distance at which
 * people hold a photo.
 */
const postcard = { longInches: 6, shortInches: 4, dpiMin: 150 } as const;

/** The long side of the shrunken photo, which is large enough to distinguish colour from a tint. */
const colourLongSidePx = 200;

/** The operator's own nets; null or absent: the nets that come with the service. */
export interface CheckOptions extends IdPhotoOptions {
  readonly colouriserFile?: string | null;
}

export async function checkPhoto(task: CheckTask, options: CheckOptions = {}): Promise<PhotoVerdict> {
  if (task.idPhoto !== null) return checkPortrait(task, task.idPhoto, options);
  return task.restoration === undefined
    ? checkOldPhoto(task, options)
    : checkDamagedPhoto(task, task.restoration, options);
}

async function checkOldPhoto(
  { sourceFile, withPreview }: CheckTask,
  { colouriserFile = null }: CheckOptions,
): Promise<PhotoVerdict> {
  const decoded = await decodePhoto(sourceFile, colourLongSidePx);
  if ('refusal' in decoded) return verdict(decoded.refusal);
  const warnings: PhotoWarning[] = [...warningsOfColours(decoded.photo), ...warningsOfSize(decoded, 1)];
  if (!withPreview) return verdict(null, warnings);
  // Loaded only here, so that a process that only checks never loads the colouring net.
  const { colourPreviewOf, previewLongSidePx } = await import('../colourise/preview.ts');
  const { colourNetOf } = await import('./colourise-photo.ts');
  const larger = await decodePhoto(sourceFile, previewLongSidePx);
  if ('refusal' in larger) return verdict(larger.refusal);
  return verdict(null, warnings, await colourPreviewOf(larger.photo, await colourNetOf(colouriserFile)));
}

async function checkDamagedPhoto(
  { sourceFile, withPreview }: CheckTask,
  { isColoured, isEnlarged }: NonNullable<CheckTask['restoration']>,
  { colouriserFile = null }: CheckOptions,
): Promise<PhotoVerdict> {
  const decoded = await decodePhoto(sourceFile, colourLongSidePx);
  if ('refusal' in decoded) return verdict(decoded.refusal);
  const { originalLongSidePx, originalPixels } = decoded;
  const size = { widthPx: originalLongSidePx, heightPx: originalPixels / originalLongSidePx };
  if (isEnlarged && !canEnlarge(size)) return verdict('too_large_to_enlarge');
  const warnings = [
    ...(isColoured ? warningsOfColours(decoded.photo) : []),
    ...warningsOfSize(decoded, isEnlarged ? enlargedTimes : 1),
  ];
  if (!withPreview) return verdict(null, warnings);
  const { restorePreviewOf } = await import('../restore/preview.ts');
  const { colourNetOf } = await import('./colourise-photo.ts');
  const searched = await decodePhoto(sourceFile, searchedLongSidePx(decoded));
  if ('refusal' in searched) return verdict(searched.refusal);
  const net = isColoured ? await colourNetOf(colouriserFile) : null;
  return { ...verdict(null, warnings), ...(await restorePreviewOf(searched.photo, net)) };
}

/** The longer side of the photo when it has the number of pixels in which a restoration searches for damage. */
function searchedLongSidePx({ originalLongSidePx, originalPixels }: DecodedPhoto): number {
  return Math.floor(originalLongSidePx * Math.min(1, Math.sqrt(searchedPixelsMax / originalPixels)));
}

function warningsOfColours(photo: RgbBytes): readonly PhotoWarning[] {
  return isColourPhoto(photo) ? ['already_coloured'] : colourDoubts(photo);
}

/** @param times how many times as long the sides of the product are as those of the photo. */
function warningsOfSize(decoded: DecodedPhoto, times: number): readonly PhotoWarning[] {
  return times * postcardDpi(decoded) < postcard.dpiMin ? ['too_small_to_print'] : [];
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
  const { sourceFile, withPreview, withMeasures } = task;
  if (task.isCropOnly === true) return checkCrop(task, size);
  const face = await facePipeline.run({ sourceFile, ...strokesOf(task.cutStrokes) });
  if (face.kind === 'refused') return verdict(face.refusal);
  const mattingNet = await mattingNetOf(options.mattingNet ?? null);
  const enlargementMax = printEnlargementMax;
  const matteSize = mattingSizeOf(size, 1);
  const result = await sizedCutOutPipeline.run({
    ...face.values,
    size,
    matteSize,
    mattingNet,
    enlargementMax,
  });
  const photo = { ...face.values, mattingNet };
  if (result.kind === 'refused')
    return { ...verdict(result.refusal), ...(await workingSizes(photo, result)) };
  const cutOut = result.values;
  const doubts = await faceDoubts(cutOut);
  const warnings = [...warningsOf(cutOut), ...doubts];
  const gate = await judgeCut(cutOut);
  if ('refusal' in gate) {
    // The customer sees what failed, and can correct it with strokes.
    const failed = gate.refusal === 'cut_out_failed' && withPreview ? await previewOfCut(cutOut, size) : {};
    return {
      ...verdict(gate.refusal, warnings),
      ...failed,
      ...(await workingSizes({ ...photo, netResults: cutOut.netResults }, gate)),
    };
  }
  if (!needsWholePhoto(task))
    return { ...verdict(null, warnings), ...(withPreview ? await previewOfCut(cutOut, size) : {}) };
  const made = await finishPipeline.run({ ...cutOut, ...gate, ...finishOf(task) });
  if (made.kind === 'refused') return verdict(made.refusal, warnings);
  const remake = (headCrop: HeadCrop) => picturePipeline.run({ ...made.values, headCrop });
  const { best, viewed } = await cropAgain(made.values, { ...made.values, isCropOnly: false }, remake);
  const preview = withPreview ? await previewOfCut(best, size) : {};
  const checked = { ...verdict(null, [...warningsOf(best), ...doubts]), ...preview };
  return withMeasures === true ? { ...checked, measures: await measuresOf(best, viewed) } : checked;
}

/** How the order finishes its photo. A photo is checked on white before its background is chosen. */
function finishOf({ background = 'white', isCorrected = false, fileWindow, sourceType, aigc }: CheckTask) {
  return {
    background: background === 'photographed' ? 'white' : background,
    isCorrected,
    ...(fileWindow && { fileWindow }),
    ...(sourceType !== undefined && { sourceType }),
    ...(aigc && { aigc }),
  };
}

/** @param viewed the file as the measures see it; null: it is not decoded yet. */
async function measuresOf({ jpeg }: MadePhoto, viewed: ViewedFile | null): Promise<PhotoMeasures> {
  return viewed === null ? measureJpeg(jpeg) : measuresOfFile(viewed);
}

/** Warnings about what covers the face or the head, or is not a person. */
async function faceDoubts({ pyramid, face }: Pick<Face, 'pyramid' | 'face'>): Promise<PhotoWarning[]> {
  return [
    ...(await coveringsOf(pyramid, face)),
    ...(await headCoveringsOf(pyramid, face)),
    ...(await handsOf(pyramid, face)),
    ...notAPhoto(pyramid, face),
  ];
}

/**
 * Checks a photo that is only cropped: the crop must lie within the photo, and the file of the order can have the size
 * that is asked for.
 */
async function checkCrop(task: CheckTask, size: IdPhotoSize): Promise<PhotoVerdict> {
  const { sourceFile, withPreview, withMeasures, fileWindow } = task;
  const request = {
    sourceFile,
    size,
    enlargementMax: printEnlargementMax,
    ...(fileWindow && { fileWindow }),
  };
  const result = await headCropPipeline.run(request);
  if (result.kind === 'refused') return verdict(result.refusal);
  const photo = { ...request, ...result.values };
  const make = (headCrop: HeadCrop) => plainPicturePipeline.run({ ...photo, headCrop });
  const made = await make(photo.headCrop);
  const warnings = [...faceWarningsOf(photo), ...(await faceDoubts(photo))];
  if (made.kind === 'refused') return verdict(made.refusal, warnings);
  const { best, viewed } = await cropAgain(made.values, { ...photo, isCropOnly: true }, make);
  const { pyramid, turns } = photo;
  const cropped = () =>
    previewAt(previewOfPixels(best.pixels, size), plainCropOf(best.headCrop.crop), { pyramid, turns });
  const checked = { ...verdict(null, warnings), ...(withPreview ? await cropped() : {}) };
  return withMeasures === true ? { ...checked, measures: await measuresOf(best, viewed) } : checked;
}

type Preview = Pick<PhotoVerdict, 'preview' | 'crop'>;

function previewOfCut(cutOut: CutOut, size: IdPhotoSize): Promise<Preview> {
  return previewAt(previewOf(cutOut, size), cutOut.headCrop.crop, cutOut);
}

async function previewAt(
  preview: Promise<string | null>,
  crop: Crop,
  { pyramid, turns }: Pick<Face, 'pyramid' | 'turns'>,
): Promise<Preview> {
  return { preview: await preview, crop: cornersInUpload(crop, pyramid.levels[0], turns) };
}

function verdict(
  refusal: PhotoVerdict['refusal'],
  warnings: readonly PhotoWarning[] = [],
  preview: PhotoVerdict['preview'] = null,
): PhotoVerdict {
  return { kind: 'checked', refusal, warnings, preview };
}
