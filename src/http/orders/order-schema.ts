/**
 * An order in responses of the client API. The schema serialises the response and describes it in the
 * OpenAPI document.
 */

import { Type } from 'typebox';
import { failSentences } from '../../domain/fail-reasons.ts';
import { refundStates } from '../../domain/payment-state.ts';
import { customerFailureCodes } from '../../domain/refund-failures.ts';
import type { WireOrder } from './order-wire.ts';

const dateTimeExample = '2026-11-02 09:30:00';
const orderNoExample = '0HK5X9PAW7Q2M4C8R1ZTE6JVB3ND';

function nullableText(description: string, example: string) {
  return { type: ['string', 'null'], description, examples: [example] };
}

const refundSchema = {
  type: ['object', 'null'],
  description: 'The refund; null if there is none.',
  required: [
    'refund_no',
    'amount',
    'currency',
    'reason',
    'reason_code',
    'state',
    'settled',
    'failure_code',
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
      description: 'Stable code for why the picture failed; null if `reason` is free text of a person.',
    },
    state: {
      type: 'string',
      enum: [...refundStates],
      description: 'Only `done` means that the money is back.',
    },
    settled: {
      type: 'boolean',
      description:
        'Whether the shop returned the money in another way, because the payment provider could not; then `state` is `done`.',
    },
    failure_code: {
      type: ['string', 'null'],
      enum: [...customerFailureCodes, null],
      description:
        'What the customer can do about a failed refund; null unless `state` is `failed`. `app_store_only`: the customer paid in an app store, and only it can return the money. `not_refundable`: the provider no longer returns the money, and the shop pays the customer in another way. `delayed`: the shop takes care of it.',
    },
    provider: { type: 'string', examples: ['wechat'] },
    provider_refund_id: nullableText('Number that the payment provider gave.', '50300908092026110200001'),
    requested_at: { type: 'string', examples: [dateTimeExample] },
    finished_at: nullableText('Time at which the refund was done or failed; null before.', dateTimeExample),
  },
};

/** Specification 2.2: 13 fields, always all present. Referred to as `Order` in the OpenAPI document. */
export const sharedOrderSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Internal order identifier.' }),
    user_id: Type.Integer({ description: 'The user who placed the order.' }),
    goods_id: Type.Integer({ description: 'The `id` of the ordered good.' }),
    from_user_id: Type.Unsafe({
      type: ['integer', 'null'],
      description: 'The user who invited the customer, if the order named one.',
    }),
    create_time: Type.String({
      description: '`YYYY-MM-DD HH:MM:SS` in the shop’s time zone.',
      examples: [dateTimeExample],
    }),
    pay_time: Type.Unsafe(
      nullableText('Time of payment, in the same format; null while the order is unpaid.', dateTimeExample),
    ),
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
        'Download address of the processed image if `deal_status` is `done`, else null. Each query returns a newly signed address, which expires soon.',
        'https://kiosk.example/files/results/…?expires=…&signature=…',
      ),
    ),
  },
  { $id: 'Order' },
);

export const orderSchema = Type.Unsafe<WireOrder>({ $ref: 'Order#' });

/** The response to an order operation (specification 2.3). */
export const orderCreatedSchema = Type.Object(
  { order_no: Type.String({ description: 'Order number for `fetch_order`.', examples: [orderNoExample] }) },
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
