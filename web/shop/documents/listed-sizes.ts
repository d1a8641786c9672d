/**
 * The sizes that the shop's list shows. A size that is named after a document is shown only if the shop does not
 * sell that document, because the document's rule is more precise. Orders and the API accept also the sizes that
 * are not shown.
 */

import { type IdPhotoSizeName, idPhotoSizeNames } from '../../../src/domain/goods/id-photo.ts';
import type { Document } from '../api/types.ts';

const sameDocument: Readonly<Partial<Record<IdPhotoSizeName, string>>> = {
  english_test: 'cn_english_test',
  computer_test: 'cn_computer_exam',
  postgraduate: 'cn_postgraduate_exam',
  social_security: 'cn_social_security',
  driving_licence: 'cn_driving_licence',
  us_visa: 'us_visa',
  korea_visa: 'kr_visa',
  japan_visa: 'jp_visa',
};

type OnSale = readonly Pick<Document, 'id'>[];

export function hiddenSizes(documents: OnSale): ReadonlySet<string> {
  return new Set(idPhotoSizeNames.filter((size) => documents.some(({ id }) => id === sameDocument[size])));
}

export function listedSizes(documents: OnSale): readonly IdPhotoSizeName[] {
  const hidden = hiddenSizes(documents);
  return idPhotoSizeNames.filter((size) => !hidden.has(size));
}
