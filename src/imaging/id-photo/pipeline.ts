/**
 * The steps of an ID photo, in order. The steps of the cut-out are a separate list, because the check before
 * payment and the evaluation run only these steps.
 */

import type { FileWindow } from '../../domain/documents/file-window.ts';
import type { AigcMark } from '../../domain/goods/ai-label.ts';
import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';
import { backgroundRows, type PhotoBackground } from '../../domain/goods/photo-background.ts';
import { sourceTypeOf } from '../codecs/source-type.ts';
import { type PrintPixels, writePrintJpeg } from '../codecs/write-print-jpeg.ts';
import { estimateAlpha } from '../matting/estimate-alpha.ts';
import type { MattingNet } from '../nets/matting-net.ts';
import { passed, pipeline } from '../pipeline.ts';
import { refused } from '../refused.ts';
import { checkFace } from './steps/check-face.ts';
import { checkMatte } from './steps/check-matte.ts';
import { clipToPhoto } from './steps/clip-to-photo.ts';
import { composite } from './steps/composite.ts';
import { correctExposure } from './steps/correct-exposure.ts';
import { checkEnlargement, cropHead } from './steps/crop-head.ts';
import { cropPhoto } from './steps/crop-photo.ts';
import { decodeDetail } from './steps/decode-detail.ts';
import { decodePhoto } from './steps/decode-photo.ts';
import { estimateForeground } from './steps/estimate-foreground.ts';
import { findPerson } from './steps/find-person.ts';
import { locateFace } from './steps/locate-face.ts';
import { measureFace } from './steps/measure-face.ts';
import { sampleHead } from './steps/sample-head.ts';
import { segmentPerson } from './steps/segment-person.ts';

export interface CutOutRequest {
  readonly sourceFile: string;
  readonly size: IdPhotoSize;
  /** Size of the alpha matte; `matting-size.ts` gives the one to use for a size of ID photo. */
  readonly matteSize: { readonly width: number; readonly height: number };
  /** The operator's own net; null: the nets that come with the service. */
  readonly mattingNet: MattingNet | null;
  /** A photo that would be enlarged more than this is refused. */
  readonly enlargementMax: number;
}

export interface IdPhotoRequest extends CutOutRequest {
  readonly targetFile: string;
  readonly background: Exclude<PhotoBackground, 'photographed'>;
  /** Whether to correct exposure and white balance. */
  readonly isCorrected: boolean;
  readonly fileWindow?: FileWindow;
  /** The label of AI-made content. Absent: none. */
  readonly aigc?: AigcMark;
}

/** A photo that is cropped only: its background stays as photographed. */
export interface CropOnlyRequest {
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly size: IdPhotoSize;
  readonly enlargementMax: number;
  readonly fileWindow?: FileWindow;
}

/** The largest enlargement for a print. With a larger enlargement, the face is visibly soft. */
export const printEnlargementMax = 1 / 0.6;

/**
 * Long side of the shrunken photo in which the face is found: large enough to find a head that takes a
 * fifth of the photo's height.
 */
const facePhotoLongSidePx = 2000;

/** The steps from the file of a photo to the crop of the one person of the photo, by the rule of the size. */
export const headCropPipeline = pipeline<Pick<CutOutRequest, 'sourceFile' | 'size' | 'enlargementMax'>>()
  .step('decode the photo', ({ sourceFile }) => decodePhoto(sourceFile, facePhotoLongSidePx), 0.15)
  .step('find the person', ({ photo }) => findPerson(photo))
  .step('measure the face', ({ pyramid, face }) => ({ faceQuality: measureFace(pyramid, face) }), 0.25)
  .step('crop the head', ({ pyramid, face, size, originalLongSidePx }) =>
    cropHead(pyramid, face, size, originalLongSidePx),
  )
  .step('check the enlargement', ({ headCrop, enlargementMax }) => checkEnlargement(headCrop, enlargementMax))
  // This step follows the check of the enlargement, because a face that is too small is also blurred, and
  // "too small" is the better advice.
  .step('check sharpness and eyes', ({ faceQuality }) => checkFace(faceQuality));

/**
 * The steps from the file of a photo to the cut-out: the one person of the photo, turned level, cropped by
 * the rule of the size, with an alpha matte.
 */
export const cutOutPipeline = pipeline<CutOutRequest>()
  .steps(headCropPipeline)
  .step(
    'decode the crop in detail',
    ({ sourceFile, pyramid, turns, originalLongSidePx, headCrop, size, matteSize }) =>
      decodeDetail(
        { sourceFile, pyramid, turns, originalLongSidePx },
        headCrop.crop,
        Math.max(matteSize.height, size.heightPx),
      ),
  )
  .step('sample the crop', ({ detail, matteSize }) => sampleHead(detail, matteSize))
  .step('segment the person', ({ detail, matteSize, mattingNet }) =>
    segmentPerson(detail, matteSize, mattingNet),
  )
  .step('clip the mask to the photo', ({ mask, insidePhoto }) => clipToPhoto(mask, insidePhoto), 0.35)
  .step('locate the face in the crop', ({ face, headCrop, matteSize }) => ({
    cropFace: locateFace(face, headCrop.crop, matteSize),
  }))
  .step(
    'estimate alpha',
    ({ image, mask, cropFace }) => ({ alpha: estimateAlpha(image, mask, cropFace.chinRow) }),
    0.75,
  );

type ValuesOf<Result> = Result extends { readonly kind: 'done'; readonly values: infer Values }
  ? Values
  : never;

/** The values after the last step of the cut-out. */
export type CutOut = ValuesOf<Awaited<ReturnType<typeof cutOutPipeline.run>>>;

/** The steps from the file of a photo to the finished ID photo in the target file. */
export const idPhotoPipeline = pipeline<IdPhotoRequest>()
  .steps(cutOutPipeline)
  .step('check the matte', ({ alpha, mask, disagreement, cropFace }) =>
    checkMatte({ alpha, mask, disagreement, cropFace }),
  )
  .step('estimate the foreground', ({ image, alpha, detail, size, cropFace }) => ({
    foreground: estimateForeground({ image, alpha }, detail, size, cropFace.outline),
  }))
  .step('correct the exposure', ({ foreground, isCorrected }) =>
    isCorrected ? { foreground: correctExposure(foreground) } : { foreground },
  )
  .step(
    'composite on the background',
    async ({ foreground, size, background }) => ({
      pixels: await composite(foreground, { ...size, ...backgroundColoursOf(background) }),
    }),
    0.95,
  )
  .step(
    'write the JPEG',
    ({ pixels, size, targetFile, fileWindow, aigc }) =>
      writeFileOf(
        { ...size, pixels, sourceType: sourceTypeOf.cutOut, ...(aigc === undefined ? {} : { aigc }) },
        targetFile,
        fileWindow,
      ),
    1,
  );

/** The steps of a photo that is only cropped. */
export const cropOnlyPipeline = pipeline<CropOnlyRequest>()
  .steps(headCropPipeline)
  .step('crop the photo', (values) => cropPhoto(values, values.headCrop, values.size), 0.9)
  .step(
    'write the JPEG',
    ({ pixels, size, targetFile, fileWindow }) =>
      writeFileOf({ ...size, pixels, sourceType: null }, targetFile, fileWindow),
    1,
  );

export function backgroundColoursOf(background: IdPhotoRequest['background']) {
  const { top, bottom } = backgroundRows(background);
  return { backgroundRgb: top, bottomRgb: bottom };
}

async function writeFileOf(picture: PrintPixels, targetFile: string, window: FileWindow | undefined) {
  const isWritten = await writePrintJpeg(picture, targetFile, window ?? null);
  return isWritten ? passed : refused('file_size_impossible');
}
