/** ID photos: the one-inch photo of specification 4.3 (一寸照), and an additional operation for every size. */

import type { GoodKind } from './good.ts';
import {
  type BackgroundColour,
  backgroundColours,
  type IdPhotoSizeName,
  idPhotoSizeNames,
} from './id-photo.ts';
import { integerDetail, type OrderDetails, type Parameter, textDetail } from './parameters.ts';

const path: Parameter = { kind: 'upload', description: 'The `path` returned by `ext_upload`.' };
const color: Parameter = { kind: 'choice', values: backgroundColours, description: 'Background colour.' };

export const idPhotoGood: GoodKind = {
  functName: 'mark_order_yiCunZhao',
  summary: 'Order an ID photo',
  parameters: { path, color },
  work: 'picture',
  priceMinor: (unitPriceMinor) => unitPriceMinor,
};

export const sizedIdPhotoGood: GoodKind = {
  functName: 'mark_order_id_photo',
  summary: 'Order an ID photo of any size',
  parameters: {
    path,
    color,
    size: { kind: 'choice', values: idPhotoSizeNames, description: 'What the photo is for.' },
    correct: {
      kind: 'integer',
      min: 0,
      max: 1,
      default: 0,
      description: '1: corrects white balance and exposure mildly. The face is never beautified.',
    },
  },
  work: 'picture',
  priceMinor: (unitPriceMinor) => unitPriceMinor,
};

export function backgroundOf(details: OrderDetails): BackgroundColour {
  return known(backgroundColours, details, 'color');
}

/** The ordered size. The one-inch operation has no `size` parameter. */
export function sizeNameOf(details: OrderDetails): IdPhotoSizeName {
  return details.size === undefined ? 'one_inch' : known(idPhotoSizeNames, details, 'size');
}

export function isCorrected(details: OrderDetails): boolean {
  return details.correct !== undefined && integerDetail(details, 'correct') === 1;
}

function known<T extends string>(values: readonly T[], details: OrderDetails, name: string): T {
  const text = textDetail(details, name);
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new Error(`order detail ${name} is ${text}`);
  return value;
}
