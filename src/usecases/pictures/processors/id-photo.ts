/** ID photos of the ordered size or document with the ordered background. */

import { idPhotoGood, sizedIdPhotoGood } from '../../../domain/goods/id-photo-good.ts';
import { photoSpecOf } from '../../../domain/goods/photo-details.ts';
import type { Processor } from './processor.ts';

function idPhotoProcessorOf(functName: string): Processor {
  return {
    functName,
    task: ({ details }, sourceFile, targetFile) => {
      const { size, background, isCorrected, fileWindow } = photoSpecOf(details);
      const window = fileWindow === null ? {} : { fileWindow };
      return { kind: 'id_photo', sourceFile, targetFile, size, background, isCorrected, ...window };
    },
    check: (details, sourceFile, withPreview) => {
      // The colour of the background does not change the verdict, and a client may check before it is chosen.
      const { size, background, fileWindow } = photoSpecOf({ ...details, color: 'white' });
      const cropOnly = background === 'photographed' ? { isCropOnly: true } : {};
      const window = fileWindow === null ? {} : { fileWindow };
      return { kind: 'check', sourceFile, idPhoto: size, withPreview, ...cropOnly, ...window };
    },
  };
}

export const idPhotoProcessor = idPhotoProcessorOf(idPhotoGood.functName);

export const sizedIdPhotoProcessor = idPhotoProcessorOf(sizedIdPhotoGood.functName);
