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
      const spec = photoSpecOf(details, findDocument);
      const { size, background, isCorrected } = spec;
      return { kind: 'id_photo', sourceFile, targetFile, size, background, isCorrected, ...optionalOf(spec) };
    },
    check: (details, sourceFile, { withPreview, withLargePreview = false }, findDocument) => {
      const spec = specOfCheck(details, findDocument);
      const { size, background, isCorrected, rule } = spec;
      const cropOnly = background === 'photographed' ? { isCropOnly: true } : {};
      const measures = rule === null ? {} : { withMeasures: true };
      const previews = withLargePreview ? { withPreview: true, withLargePreview } : { withPreview };
      const task = { kind: 'check', sourceFile, idPhoto: size, ...previews, ...cropOnly } as const;
      const examined = { ...task, ...optionalOf(spec), ...measures };
      // Photos on several backgrounds share one check, unless the check needs the finished photo.
      return needsWholePhoto(examined) ? { ...examined, background, isCorrected } : examined;
    },
  };
}

/** The optional fields of a task. */
function optionalOf({ cutStrokes, fileWindow }: PhotoSpec) {
  return { ...(cutStrokes === null ? {} : { cutStrokes }), ...(fileWindow === null ? {} : { fileWindow }) };
}

/** Uses white if the colour is missing: a client may check a photo before the customer has chosen a colour. */
function specOfCheck(details: OrderDetails, findDocument: FindDocument): PhotoSpec {
  const isColourless = details.document === undefined && details.color === undefined;
  return photoSpecOf(isColourless ? { ...details, color: 'white' } : details, findDocument);
}

export const idPhotoProcessor = idPhotoProcessorOf(idPhotoGood.functName);

export const sizedIdPhotoProcessor = idPhotoProcessorOf(sizedIdPhotoGood.functName);
