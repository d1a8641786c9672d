/** ID photos of the ordered size or document with the ordered background. */

import { idPhotoGood, sizedIdPhotoGood } from '../../../domain/goods/id-photo-good.ts';
import type { OrderDetails } from '../../../domain/goods/parameters.ts';
import { type FindDocument, type PhotoSpec, photoSpecOf } from '../../../domain/goods/photo-details.ts';
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
      const spec = specOfCheck(details, findDocument);
      const { size, background, fileWindow } = spec;
      const cropOnly = background === 'photographed' ? { isCropOnly: true } : {};
      const window = fileWindow === null ? {} : { fileWindow };
      const measures = spec.rule === null ? {} : { withMeasures: true, background };
      return { kind: 'check', sourceFile, idPhoto: size, withPreview, ...cropOnly, ...window, ...measures };
    },
  };
}

/**
 * Uses white for a photo that is for no document: a client may check a photo before the customer has chosen a colour,
 * and the colour affects only the report of a document.
 */
function specOfCheck(details: OrderDetails, findDocument: FindDocument): PhotoSpec {
  const isDocument = details.document !== undefined;
  return photoSpecOf(isDocument ? details : { ...details, color: 'white' }, findDocument);
}

export const idPhotoProcessor = idPhotoProcessorOf(idPhotoGood.functName);

export const sizedIdPhotoProcessor = idPhotoProcessorOf(sizedIdPhotoGood.functName);
