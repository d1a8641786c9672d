/**
 * The details of an order: what the customer chose, and how long the result is kept. They are apart from the Order, because the specification fixes the
 * fields of the Order. They do not contain the path of the photo, because everyone who has the number of a guest's
 * order can read the details.
 */

import { Type } from 'typebox';
import { idPhotoSizeNames } from '../../domain/goods/id-photo.ts';
import { idPhotoGood } from '../../domain/goods/id-photo-good.ts';
import type { Order } from '../../domain/order.ts';
import { formatDateTime, type TimeZone } from '../../domain/zoned-time.ts';

export interface WireOrderDetails {
  readonly order_no: string;
  readonly color: string | null;
  readonly size: string | null;
  readonly document: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly unit: string | null;
  readonly dpi: number | null;
  readonly kb_min: number | null;
  readonly kb_max: number | null;
  readonly crop_only: number | null;
  readonly correct: number | null;
  readonly cut_strokes: string | null;
  readonly colour: number | null;
  readonly enlarge: number | null;
  readonly num: number | null;
  readonly result_until: string | null;
}

const integerOrNull = (description: string) => Type.Unsafe({ type: ['integer', 'null'], description });

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
    width: integerOrNull('Width of a custom size, in `unit`.'),
    height: integerOrNull('Height of a custom size, in `unit`.'),
    unit: Type.Unsafe({
      type: ['string', 'null'],
      enum: ['px', 'mm', null],
      description: 'Unit of `width` and `height`; null means pixels.',
    }),
    dpi: integerOrNull('Print density of a custom size, if it was given.'),
    kb_min: integerOrNull('Smallest file size that was asked for, in kilobytes.'),
    kb_max: integerOrNull('Largest file size that was asked for, in kilobytes.'),
    crop_only: integerOrNull('1: the photo is only levelled, cropped and scaled. Null for other goods.'),
    correct: Type.Unsafe({
      type: ['integer', 'null'],
      description: '1: white balance and exposure are corrected. Null for other goods.',
    }),
    cut_strokes: Type.Unsafe({
      type: ['string', 'null'],
      description:
        'The strokes that mend the cut-out, or `none`, as they were ordered. Null: no strokes were sent.',
    }),
    colour: integerOrNull('1: the restored photo is also colourised. Null for other goods.'),
    enlarge: integerOrNull('1: the restored photo has twice the width and height. Null for other goods.'),
    num: Type.Unsafe({ type: ['integer', 'null'], description: 'Months of a membership.' }),
    result_until: Type.Unsafe({
      type: ['string', 'null'],
      description:
        'When the service deletes the result, in the shop’s time zone; null while there is no result, and after it was deleted.',
      examples: ['2026-11-09 09:32:00'],
    }),
  },
  { $id: 'OrderDetails' },
);

export const orderDetailsSchema = Type.Unsafe<WireOrderDetails>({ $ref: 'OrderDetails#' });

/** A detail that the ordered good does not have is null. */
export function orderDetailsToWire(
  { orderNo, functName, details, deal }: Order,
  zone: TimeZone,
): WireOrderDetails {
  const textOf = (name: string) => textOrNull(details[name] ?? null);
  const numberOf = (name: string) => numberOrNull(details[name] ?? null);
  const resultUntil = deal.status === 'done' && deal.resultFile !== null ? deal.resultUntil : null;
  return {
    order_no: orderNo,
    color: textOf('color'),
    size: functName === idPhotoGood.functName ? 'one_inch' : textOf('size'),
    document: textOf('document'),
    width: numberOf('width'),
    height: numberOf('height'),
    unit: textOf('unit'),
    dpi: numberOf('dpi'),
    kb_min: numberOf('kb_min'),
    kb_max: numberOf('kb_max'),
    crop_only: numberOf('crop_only'),
    correct: numberOf('correct'),
    cut_strokes: textOf('cut_strokes'),
    colour: numberOf('colour'),
    enlarge: numberOf('enlarge'),
    num: numberOf('num'),
    result_until: resultUntil === null ? null : formatDateTime(resultUntil, zone),
  };
}

function textOrNull(value: string | number | null): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: string | number | null): number | null {
  return typeof value === 'number' ? value : null;
}
