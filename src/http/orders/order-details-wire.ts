/**
 * What was ordered, beside the Order, whose fields the specification fixes: the choices that the customer made. The
 * path of the photo is not among them, because everyone who has the number of a guest's order may read this.
 */

import { Type } from 'typebox';
import { idPhotoSizeNames } from '../../domain/goods/id-photo.ts';
import { idPhotoGood } from '../../domain/goods/id-photo-good.ts';
import type { Order } from '../../domain/order.ts';

export interface WireOrderDetails {
  readonly order_no: string;
  readonly color: string | null;
  readonly size: string | null;
  readonly document: string | null;
  readonly correct: number | null;
  readonly num: number | null;
}

export const sharedOrderDetailsSchema = Type.Object(
  {
    order_no: Type.String({ description: 'Number of the order.' }),
    color: Type.Unsafe({
      type: ['string', 'null'],
      description: 'Background of an ID photo, as it was ordered.',
      examples: ['blue'],
    }),
    size: Type.Unsafe({
      type: ['string', 'null'],
      enum: [...idPhotoSizeNames, null],
      description: 'Size of an ID photo; `one_inch` for the operation without a `size`.',
    }),
    document: Type.Unsafe({
      type: ['string', 'null'],
      description: 'The document for which an ID photo was ordered, if it was ordered for one.',
    }),
    correct: Type.Unsafe({
      type: ['integer', 'null'],
      description: '1: white balance and exposure are corrected. Null for other goods.',
    }),
    num: Type.Unsafe({ type: ['integer', 'null'], description: 'Months of a membership.' }),
  },
  { $id: 'OrderDetails' },
);

export const orderDetailsSchema = Type.Unsafe<WireOrderDetails>({ $ref: 'OrderDetails#' });

/** Details that the good does not have are null. */
export function orderDetailsToWire({ orderNo, functName, details }: Order): WireOrderDetails {
  const { color = null, size = null, document = null, correct = null, num = null } = details;
  return {
    order_no: orderNo,
    color: textOrNull(color),
    size: functName === idPhotoGood.functName ? 'one_inch' : textOrNull(size),
    document: textOrNull(document),
    correct: numberOrNull(correct),
    num: numberOrNull(num),
  };
}

function textOrNull(value: string | number | null): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: string | number | null): number | null {
  return typeof value === 'number' ? value : null;
}
