/** Answers as schemas: they serialise, and they are the OpenAPI document. Descriptions are for client developers. */

import { Type } from 'typebox';
import { errorReasons } from '../domain/error-reasons.ts';
import { errorCatalogue } from '../domain/errors.ts';
import { failSentences } from '../domain/fail-reasons.ts';
import { fieldCodes } from '../domain/field-codes.ts';
import { refundStates } from '../domain/payment-state.ts';
import type { WireGood, WireOrder } from './orders/order-wire.ts';

const dateTimeExample = '2026-11-02 09:30:00';
const orderNoExample = '0HK5X9PAW7Q2M4C8R1ZTE6JVB3ND';

function nullableText(description: string, example: string) {
  return { type: ['string', 'null'], description, examples: [example] };
}

/** Specification 2.1. */
const good = Type.Object(
  {
    id: Type.Integer({ description: 'Sent as `goods_id` when ordering.', examples: [2] }),
    title: Type.String({ description: 'Display name.', examples: ['一寸照'] }),
    summary: Type.String({ description: 'Short description.' }),
    icon: Type.String({
      description: 'Path of an icon, relative to the base URL.',
      examples: ['/icons/id-photo.svg'],
    }),
    price: Type.Integer({ description: 'In 1/100 of the major currency unit.', examples: [690] }),
    sort: Type.Integer({ description: 'Goods are sorted by it, ascending, then by `id`.' }),
    funct_name: Type.String({
      description: 'The operation that orders this good: the last path segment of the order endpoint.',
      examples: ['mark_order_yiCunZhao'],
    }),
  },
  { $id: 'Good' },
);

const refundSchema = {
  type: ['object', 'null'],
  description: 'Null until a refund exists.',
  required: [
    'refund_no',
    'amount',
    'currency',
    'reason',
    'reason_code',
    'state',
    'provider',
    'provider_refund_id',
    'requested_at',
    'finished_at',
  ],
  properties: {
    refund_no: { type: 'string', description: 'Number of the refund.' },
    amount: { type: 'integer', description: 'In 1/100 of the major currency unit.' },
    currency: { type: 'string', description: 'ISO 4217 code.', examples: ['CNY'] },
    reason: { type: 'string', description: 'A sentence for the customer.' },
    reason_code: {
      type: ['string', 'null'],
      enum: [...Object.keys(failSentences), 'other', null],
      description: 'Why the work failed, stable; null when `reason` is somebody’s own words.',
    },
    state: {
      type: 'string',
      enum: [...refundStates],
      description: 'Only `done` means that the money is back.',
    },
    provider: { type: 'string', examples: ['wechat'] },
    provider_refund_id: nullableText('Number at the payment provider.', '50300908092026110200001'),
    requested_at: { type: 'string', examples: [dateTimeExample] },
    finished_at: nullableText('Null while it is under way.', dateTimeExample),
  },
};

/** Specification 2.2: thirteen fields, always all present. */
const order = Type.Object(
  {
    id: Type.Integer({ description: 'Internal order identifier.' }),
    user_id: Type.Integer({ description: 'The ordering user.' }),
    goods_id: Type.Integer({ description: 'The ordered good.' }),
    from_user_id: Type.Unsafe({ type: ['integer', 'null'], description: 'The inviter, if one was given.' }),
    create_time: Type.String({
      description: '`YYYY-MM-DD HH:MM:SS` in the shop’s time zone.',
      examples: [dateTimeExample],
    }),
    pay_time: Type.Unsafe(nullableText('Same format. Null while unpaid.', dateTimeExample)),
    status: Type.Enum(['wait_pay', 'pay', 'cancal', 'wait_refund', 'refund'], {
      description:
        'Payment: `wait_pay` waiting for payment, `pay` paid, `cancal` cancelled (spelled so), `wait_refund` waiting for refund, `refund` refunded.',
    }),
    order_no: Type.String({ description: 'Order number.', examples: [orderNoExample] }),
    price: Type.Integer({
      description: 'In 1/100 of the major currency unit; fixed when the order is created.',
    }),
    pay_ext_refund_data: Type.Unsafe(refundSchema),
    deal_status: Type.Enum(['init', 'ing', 'done', 'fail'], {
      description: 'Work: `init` to be processed, `ing` being processed, `done` succeeded, `fail` failed.',
    }),
    funct_name: Type.String({ description: 'Operation of the ordered good.' }),
    deal_result: Type.Unsafe(
      nullableText(
        'Download address of the processed image once `deal_status` is `done`; signed anew at each look-up and soon expired. Null otherwise.',
        'https://kiosk.example/files/results/…?expires=…&signature=…',
      ),
    ),
  },
  { $id: 'Order' },
);

const goodSchema = Type.Unsafe<WireGood>({ $ref: 'Good#' });

export const goodsSchema = Type.Array(goodSchema);

export const orderSchema = Type.Unsafe<WireOrder>({ $ref: 'Order#' });

/** Specification 2.3. */
export const orderCreatedSchema = Type.Object(
  { order_no: Type.String({ description: 'For `fetch_order`.', examples: [orderNoExample] }) },
  { title: 'OrderCreated' },
);

export const orderNoParameters = Type.Object({
  order_no: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Order number returned at order creation.',
    examples: [orderNoExample],
  }),
});

const problem = {
  $id: 'Problem',
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'msg', 'request_id'],
  properties: {
    type: { type: 'string', description: 'Address of the page that explains `code`.' },
    title: { type: 'string' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What went wrong, in a sentence.' },
    instance: { type: 'string', description: 'Path of the request.' },
    code: { type: 'string', enum: Object.keys(errorCatalogue), description: 'Stable; branch on it.' },
    reason: {
      type: 'string',
      enum: Object.keys(errorReasons),
      description: 'Narrower than `code`, where there is a finer cause. Stable.',
    },
    msg: { type: 'string', description: 'The same text as `detail`.' },
    errors: {
      type: 'array',
      description: 'The wrong fields, if it was about fields.',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer.', examples: ['/goods_id'] },
          code: { type: 'string', enum: Object.keys(fieldCodes), description: 'Stable.' },
          params: {
            type: 'object',
            additionalProperties: { type: 'integer' },
            description: 'The numbers that belong to `code`.',
            examples: [{ min: 1, max: 12 }],
          },
          detail: { type: 'string' },
        },
      },
    },
    request_id: { type: 'string', description: 'Name it when you ask the operator.' },
  },
};

export const problemSchema = { $ref: 'Problem#' };

/** Named once in the OpenAPI document, where others refer to them. */
export const sharedSchemas: readonly object[] = [good, order, problem];
