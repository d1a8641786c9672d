/** The target `notification`: payment notifications, with genuine signatures over hostile content and with broken ones. */

import fc from 'fast-check';
import { requestTarget } from '../request-target.ts';
import { requestText } from '../request-text.ts';
import { hostileText, parametersOf } from '../values.ts';

const text = { type: 'string', maxLength: 40 };
const whole = { type: 'integer', minimum: 0, maximum: 2 ** 31 };
const paymentNo = { enum: ['{{payment}}', '{{paidPayment}}', 'unknown'] };

const event = fc.oneof(
  parametersOf({
    properties: {
      id: text,
      type: { enum: ['payment.paid'] },
      payment_no: paymentNo,
      amount: { enum: [1990, 1989, 1991, 0] },
      currency: { enum: ['CNY', 'USD', 'cny'] },
      transaction_id: text,
      paid_at: whole,
    },
    required: ['id', 'type', 'payment_no', 'amount', 'currency', 'transaction_id', 'paid_at'],
  }),
  parametersOf({
    properties: { id: text, type: { enum: ['payment.declined'] }, payment_no: paymentNo, reason: text },
    required: ['id', 'type', 'payment_no', 'reason'],
  }),
  parametersOf({
    properties: {
      id: text,
      type: { enum: ['refund.done', 'refund.failed'] },
      refund_no: text,
      refund_id: text,
    },
    required: ['id', 'type', 'refund_no', 'refund_id'],
  }),
  fc.constantFrom<Record<string, unknown>>(
    {},
    { id: 'e', type: 'payment.created' },
    { id: 'e', type: '__proto__' },
  ),
);

const body = fc.oneof(
  { weight: 9, arbitrary: event.map((fields) => Buffer.from(JSON.stringify(fields))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', 'null', '[]', '1', '"x"', '{', '{"id":"a","id":"b"}')
      .map((json) => Buffer.from(json)),
  },
);

const oneLine = (value: string) => value.replaceAll(/[\r\n]/g, '').slice(0, 100);

const signature = fc.oneof(
  { weight: 6, arbitrary: fc.constant(['X-Fuzz-Sign: 0']) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(-301, -300, 299, 300, 301, 1e9).map((age) => [`X-Fuzz-Sign: ${age}`]),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        timestamp: fc.oneof(hostileText, fc.constantFrom('1795176000', '0', '-1', '999999999999')),
        value: fc.oneof(hostileText, fc.constantFrom(`v1=${'0'.repeat(64)}`, 'v1=', `v2=${'0'.repeat(64)}`)),
      })
      .map((pair) => [
        `Sandbox-Timestamp: ${oneLine(pair.timestamp)}`,
        `Sandbox-Signature: ${oneLine(pair.value)}`,
      ]),
  },
  // Two signatures of which one is genuine.
  { weight: 1, arbitrary: fc.constant(['X-Fuzz-Sign: 0', `Sandbox-Signature: v1=${'0'.repeat(64)}`]) },
);

const provider = fc.oneof(
  { weight: 9, arbitrary: fc.constant('sandbox') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'stripe',
      '__proto__',
      'Sandbox',
      '%73andbox',
      'sandbox%00',
      '',
      'x'.repeat(40),
    ),
  },
);

const type = fc.constantFrom(
  'application/json',
  'application/json',
  'text/xml',
  'multipart/form-data; boundary=x',
  '',
);

export const notificationTarget = requestTarget({
  name: 'notification',
  inputs: fc.record({ provider, signature, type, body }).map(({ provider, signature, type, body }) =>
    requestText(
      {
        method: 'POST',
        target: `/index.php/v1/pay_notify/${provider}`,
        headers: [...signature, ...(type === '' ? [] : [`Content-Type: ${type}`])],
      },
      body,
    ),
  ),
  dictionary: [
    ...[
      '"type":"payment.paid"',
      '"payment_no":"{{payment}}"',
      '"amount":1990',
      '"currency":"CNY"',
      '\\u0000',
    ],
    ...[
      'X-Fuzz-Sign: 0\r\n',
      'Sandbox-Signature: v1=',
      '"paid_at":',
      '1e15',
      '9007199254740991',
      '"__proto__":',
    ],
  ],
});
