/** The steps of an ID photo, in order. `cut-out.ts` has the steps from the file to the alpha matte. */

import { writeFile } from 'node:fs/promises';
import type { FileWindow } from '../../domain/documents/file-window.ts';
import { type AigcMark, type SourceType, usualSourceTypes } from '../../domain/goods/ai-label.ts';
import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';
import { backgroundRows, type PhotoBackground } from '../../domain/goods/photo-background.ts';
import { encodeWithin, type PrintPixels } from '../codecs/write-print-jpeg.ts';
import { type Passed, passed, pipeline } from '../pipeline.ts';
import { type Refused, refused } from '../refused.ts';
import { cropAgain } from './crop-again.ts';
import {
  type CutOut,
  type CutOutRequest,
  type Face,
  facePipeline,
  headCropPipeline,
  mattePipeline,
  sizedCropPipeline,
} from './cut-out.ts';
import { judgeCut, type OneInchJudgement } from './judge-cut.ts';
import { composite } from './steps/composite.ts';
import { correctExposure } from './steps/correct-exposure.ts';
import type { HeadCrop } from './steps/crop-head.ts';
import { cropPhoto } from './steps/crop-photo.ts';
import { estimateForeground } from './steps/estimate-foreground.ts';
import { smoothOutline } from './steps/smooth-outline.ts';

export interface IdPhotoRequest extends CutOutRequest {
  readonly targetFile: string;
  readonly background: Exclude<PhotoBackground, 'photographed'>;
  /** Whether to correct exposure and white balance. */
  readonly isCorrected: boolean;
  readonly fileWindow?: FileWindow;
  /** The label of AI-made content (GB 45438-2025). Absent: the picture gets no such label. */
  readonly aigc?: AigcMark;
  /** The IPTC `digitalSourceType` in the metadata; null: none. Absent: the default for ID photos. */
  readonly sourceType?: SourceType | null;
}

/** A photo that is cropped only: its background stays as photographed. */
export interface CropOnlyRequest {
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly size: IdPhotoSize;
  readonly enlargementMax: number;
  readonly fileWindow?: FileWindow;
}

/** A crop, and the judgement of the photo in the crop of a one-inch photo if there is one already. */
interface CropToJudge {
  readonly headCrop: HeadCrop;
  readonly inOneInch?: OneInchJudgement;
}

type PlainPhoto = Pick<CropOnlyRequest, 'sourceFile' | 'size' | 'fileWindow'> &
  Pick<Face, 'pyramid' | 'turns'> & { readonly headCrop: HeadCrop };

/**
 * The largest factor by which the original's pixels may be enlarged. With a larger factor, the face is visibly soft
 * in print.
 */
export const printEnlargementMax = 1 / 0.6;

type Finish = Pick<IdPhotoRequest, 'background' | 'isCorrected' | 'fileWindow' | 'aigc' | 'sourceType'>;

/** The steps from the cut-out to the bytes of the finished file. */
export const finishPipeline = pipeline<CutOut & Finish>()
  .step('estimate the foreground', ({ image, alpha, detail, size, cropFace }) => ({
    foreground: estimateForeground({ image, alpha }, detail, size, cropFace.outline),
  }))
  // The colours are estimated before, so that the pixels that the smooth outline adds have colours of the person.
  .step('smooth the outline', ({ foreground }) => ({
    foreground: { ...foreground, alpha: smoothOutline(foreground.alpha) },
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
  .step('encode the JPEG', ({ pixels, size, fileWindow, sourceType = usualSourceTypes.idPhoto, aigc }) =>
    jpegOf({ ...size, pixels, sourceType, ...(aigc === undefined ? {} : { aigc }) }, fileWindow),
  );

/** The steps from the crop to the bytes of the finished file. */
export const picturePipeline = pipeline<CutOutRequest & Face & Finish & CropToJudge>()
  .steps(mattePipeline)
  .step('judge the cut', judgeCut)
  .steps(finishPipeline);

/** The steps from the file of a photo to the finished ID photo in the target file. */
export const idPhotoPipeline = pipeline<IdPhotoRequest>()
  .steps(facePipeline)
  .steps(sizedCropPipeline(false))
  .steps(picturePipeline)
  .step(
    'crop again by the measured head',
    async (made) => {
      const remake = (headCrop: HeadCrop) => picturePipeline.run({ ...made, headCrop });
      const { best } = await cropAgain(made, { ...made, isCropOnly: false }, remake);
      return { jpeg: best.jpeg };
    },
    0.98,
  )
  .step('write the file', writeJpeg, 1);

/** The steps from the crop of a photo that is only cropped to the bytes of the finished file. */
export const plainPicturePipeline = pipeline<PlainPhoto>()
  .step('crop the photo', (photo) => cropPhoto(photo, photo.headCrop, photo.size), 0.9)
  .step('encode the JPEG', ({ pixels, size, fileWindow }) =>
    jpegOf({ ...size, pixels, sourceType: null }, fileWindow),
  );

/** The steps of a photo that is only cropped. */
export const cropOnlyPipeline = pipeline<CropOnlyRequest>()
  .steps(headCropPipeline)
  .steps(plainPicturePipeline)
  .step(
    'crop again by the measured head',
    async (made) => {
      const remake = (headCrop: HeadCrop) => plainPicturePipeline.run({ ...made, headCrop });
      const { best } = await cropAgain(made, { ...made, isCropOnly: true }, remake);
      return { jpeg: best.jpeg };
    },
    0.98,
  )
  .step('write the file', writeJpeg, 1);

export function backgroundColoursOf(background: IdPhotoRequest['background']) {
  const { top, bottom } = backgroundRows(background);
  return { backgroundRgb: top, bottomRgb: bottom };
}

async function jpegOf(
  picture: PrintPixels,
  window: FileWindow | undefined,
): Promise<{ readonly jpeg: Uint8Array } | Refused> {
  const jpeg = await encodeWithin(picture, window ?? null);
  return jpeg === null ? refused('file_size_impossible') : { jpeg };
}

async function writeJpeg({
  jpeg,
  targetFile,
}: {
  readonly jpeg: Uint8Array;
  readonly targetFile: string;
}): Promise<Passed> {
  // Overwrites the existing file, because an image process must not create files. The service renames the
  // file when it is complete.
  await writeFile(targetFile, jpeg);
  return passed;
}
