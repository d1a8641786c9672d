/** ID photos of the ordered size or document with the ordered background. */

import { idPhotoGood, sizedIdPhotoGood } from '../../../domain/goods/id-photo-good.ts';
import type { OrderDetails } from '../../../domain/goods/parameters.ts';
import { type FindDocument, type PhotoSpec, photoSpecOf } from '../../../domain/goods/photo-details.ts';
import { needsWholePhoto } from '../../ports/image-work.ts';
import type { Processor } from './processor.ts';

function idPhotoProcessorOf(functName: string): Processor {
  return {
    functName,
    task: ({ details }, sourceFile, targetFile, findDocument) => {
      const { size, background, isCorrected, fileWindow } = photoSpecOf(details, findDocument);
      const window = fileWindow === null ? {} : { fileWindow };
      return { kind: 'id_photo', sourceFile, targetFile, size, background, isCorrected, ...window };
    },
    check: (details, sourceFile, withPreview, findDocument) => {
      const { size, background, isCorrected, fileWindow, rule } = specOfCheck(details, findDocument);
      const cropOnly = background === 'photographed' ? { isCropOnly: true } : {};
      const window = fileWindow === null ? {} : { fileWindow };
      const measures = rule === null ? {} : { withMeasures: true };
      const task = { kind: 'check', sourceFile, idPhoto: size, withPreview, ...cropOnly } as const;
      const examined = { ...task, ...window, ...measures };
      // Photos on several backgrounds share one check if neither their files nor their measures are examined.
      return needsWholePhoto(examined) ? { ...examined, background, isCorrected } : examined;
    },
  };
}

/** Uses white if the colour is missing: a client may check a photo before the customer has chosen a colour. */
function specOfCheck(details: OrderDetails, findDocument: FindDocument): PhotoSpec {
  const isColourless = details.document === undefined && details.color === undefined;
  return photoSpecOf(isColourless ? { ...details, color: 'white' } : details, findDocument);
}

export const idPhotoProcessor = idPhotoProcessorOf(idPhotoGood.functName);

export const sizedIdPhotoProcessor = idPhotoProcessorOf(sizedIdPhotoGood.functName);
