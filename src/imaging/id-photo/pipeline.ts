/** The steps of an ID photo, in order. `cut-out.ts` has the steps from the file to the alpha matte. */

import type { FileWindow } from '../../domain/documents/file-window.ts';
import { type AigcMark, type SourceType, usualSourceTypes } from '../../domain/goods/ai-label.ts';
import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';
import { backgroundRows, type PhotoBackground } from '../../domain/goods/photo-background.ts';
import { type PrintPixels, writePrintJpeg } from '../codecs/write-print-jpeg.ts';
import { passed, pipeline } from '../pipeline.ts';
import { refused } from '../refused.ts';
import { type CutOutRequest, cutOutPipeline, headCropPipeline } from './cut-out.ts';
import { judgeCut } from './judge-cut.ts';
import { composite } from './steps/composite.ts';
import { correctExposure } from './steps/correct-exposure.ts';
import { cropPhoto } from './steps/crop-photo.ts';
import { estimateForeground } from './steps/estimate-foreground.ts';

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

/**
 * The largest factor by which the original's pixels may be enlarged. With a larger factor, the face is visibly soft
 * in print.
 */
export const printEnlargementMax = 1 / 0.6;

/** The steps from the file of a photo to the finished ID photo in the target file. */
export const idPhotoPipeline = pipeline<IdPhotoRequest>()
  .steps(cutOutPipeline)
  .step('judge the cut', (cutOut) => judgeCut(cutOut))
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
    ({ pixels, size, targetFile, fileWindow, sourceType = usualSourceTypes.idPhoto, aigc }) =>
      writeFileOf(
        { ...size, pixels, sourceType, ...(aigc === undefined ? {} : { aigc }) },
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
