/** Paying, cancelling and refunding: the operations that the document leaves out (4.6, rule 3). */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Edge } from '../edge.ts';
import { orderToWire } from '../orders/order-wire.ts';
import { idempotencyKeyHeader, replayedHeader } from '../requests/documented-headers.ts';
import { idempotencyKeyOf, sendOnce } from '../requests/idempotency-key.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import { orderNoParameters, orderSchema } from '../schemas.ts';

const payParameters = Type.Object({
  ...orderNoParameters.properties,
  provider: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Name of an enabled provider; the shop’s first without.',
    }),
  ),
  channel: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Way of paying at the provider; its first without.',
    }),
  ),
});

const refundParameters = Type.Object({
  ...orderNoParameters.properties,
  reason: Type.Optional(Type.String({ maxLength: 200, description: 'In the customer’s words.' })),
});

const paymentSchema = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description:
    'What the provider’s client needs, at the top level: `{"url"}` for Stripe and the sandbox, the five fields of `wx.requestPayment` for WeChat. `{"status":"pay"}` when the price is 0: the order is paid.',
  examples: [{ url: 'https://kiosk.example/sandbox/checkout/P0HK5X9PAW7Q2M4C8R1ZTE6JVB3' }],
});

function registerPay(plain: FastifyInstance, { options, identify }: Edge): void {
  const { service } = options;
  const schema = {
    ...operationSchema({
      name: 'pay_order',
      summary: 'Pay an order',
      description:
        'Opens a payment. Several attempts are allowed; one wins, money of any other goes back by itself.',
      tag: 'Payment',
      body: payParameters,
      answer: paymentSchema,
      answerDescription: 'The payment is open, or the order cost nothing.',
      requestHeaders: idempotencyKeyHeader,
      answerHeaders: replayedHeader,
      errors: [
        'unauthenticated',
        'invalid_credential',
        'unknown_order',
        'illegal_transition',
        'request_in_flight',
        'idempotency_key_reused',
        'payment_provider_failed',
      ],
    }),
    body: payParameters,
  };
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${operationPrefix}pay_order`, { schema }, async (request, reply) => {
      const { order_no: orderNo, provider, channel } = request.body;
      const caller = await identify(request);
      const key = idempotencyKeyOf(request, 'pay_order', request.body);
      return sendOnce({ service, caller, operation: 'pay_order', key }, reply, async () => {
        const start = await service.payOrder({ caller, orderNo, provider, channel, requestId: request.id });
        return start.kind === 'free' ? { status: 'pay' } : start.clientData;
      });
    });
}

function registerCancel(plain: FastifyInstance, { options, identify }: Edge): void {
  const { service, zone } = options;
  const schema = {
    ...operationSchema({
      name: 'cancel_order',
      summary: 'Cancel an unpaid order',
      tag: 'Payment',
      body: orderNoParameters,
      answer: orderSchema,
      answerDescription: 'The cancelled order.',
      errors: ['unauthenticated', 'invalid_credential', 'unknown_order', 'illegal_transition'],
    }),
    body: orderNoParameters,
  };
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${operationPrefix}cancel_order`, { schema }, async (request) => {
      const caller = await identify(request);
      return orderToWire(await service.cancelOrder(caller, request.body.order_no, request.id), zone);
    });
}

function registerRefund(plain: FastifyInstance, { options, identify }: Edge): void {
  const { service, zone } = options;
  const schema = {
    ...operationSchema({
      name: 'refund_order',
      summary: 'Ask for the money back',
      description: 'The customer may while the work has not begun, or has failed; the operator always.',
      tag: 'Payment',
      body: refundParameters,
      answer: orderSchema,
      answerDescription: 'The order, waiting for its refund or refunded.',
      requestHeaders: idempotencyKeyHeader,
      answerHeaders: replayedHeader,
      errors: [
        'unauthenticated',
        'invalid_credential',
        'forbidden',
        'unknown_order',
        'illegal_transition',
        'request_in_flight',
        'idempotency_key_reused',
      ],
    }),
    body: refundParameters,
  };
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${operationPrefix}refund_order`, { schema }, async (request, reply) => {
      const { order_no: orderNo, reason = null } = request.body;
      const caller = await identify(request);
      const key = idempotencyKeyOf(request, 'refund_order', request.body);
      return sendOnce({ service, caller, operation: 'refund_order', key }, reply, async () =>
        orderToWire(await service.refundOrder(caller, orderNo, reason, request.id), zone),
      );
    });
}

export function registerPaymentOperations(app: FastifyInstance, edge: Edge): void {
  registerPay(app, edge);
  registerCancel(app, edge);
  registerRefund(app, edge);
}
