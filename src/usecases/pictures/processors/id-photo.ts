/** ID photos of the ordered size with the ordered background. */

import { idPhotoSizes } from '../../../domain/goods/id-photo.ts';
import {
  backgroundOf,
  idPhotoGood,
  isCorrected,
  sizedIdPhotoGood,
  sizeNameOf,
} from '../../../domain/goods/id-photo-good.ts';
import type { Processor } from './processor.ts';

function idPhotoProcessorOf(functName: string): Processor {
  return {
    functName,
    task: ({ details }, sourceFile, targetFile) => ({
      kind: 'id_photo',
      sourceFile,
      targetFile,
      size: idPhotoSizes[sizeNameOf(details)],
      background: backgroundOf(details),
      isCorrected: isCorrected(details),
    }),
    check: (details, sourceFile, withPreview) => ({
      kind: 'check',
      sourceFile,
      idPhoto: idPhotoSizes[sizeNameOf(details)],
      withPreview,
    }),
  };
}

export const idPhotoProcessor = idPhotoProcessorOf(idPhotoGood.functName);

export const sizedIdPhotoProcessor = idPhotoProcessorOf(sizedIdPhotoGood.functName);
