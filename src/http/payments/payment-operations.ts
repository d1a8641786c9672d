/** The client API's `pay_order`. The specification does not define how an order is paid (4.6, rule 3). */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { acceptedLanguage } from '../../domain/language.ts';
import { orderNoParameters } from '../orders/order-schema.ts';
import { idempotencyKeyHeader, replayedHeader } from '../requests/documented-headers.ts';
import { idempotencyKeyOf, sendOnce } from '../requests/idempotency-key.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const payParameters = Type.Object({
  ...orderNoParameters.properties,
  provider: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Name of an enabled provider; missing: the shop’s first provider.',
    }),
  ),
  channel: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Way of paying at the provider; missing: the provider’s first way.',
    }),
  ),
});

const paymentSchema = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description:
    'What the provider’s client needs, at the top level: `{"url"}` for Stripe and the sandbox, the five fields of `wx.requestPayment` for WeChat. `{"status":"pay"}` when the price is 0: the order is paid.',
  examples: [{ url: 'https://kiosk.example/sandbox/checkout/P0HK5X9PAW7Q2M4C8R1ZTE6JVB3' }],
});

export function registerPaymentOperations(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const { service } = options;
  const schema = {
    ...operationSchema({
      name: 'pay_order',
      summary: 'Pay an order',
      description:
        'Opens a payment. Several attempts are allowed: the first paid one pays the order, and the money of any other is returned automatically. The provider shows the title of the good in the language of `Accept-Language` (`en`, `zh`).',
      tag: 'Payment',
      body: payParameters,
      answer: paymentSchema,
      answerDescription: 'The payment is open, or the order cost nothing.',
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
        const start = await service.payOrder({
          caller,
          orderNo,
          provider,
          channel,
          language: acceptedLanguage(request.headers['accept-language']),
          clientAddress: request.ip,
          requestId: request.id,
        });
        return start.kind === 'free' ? { status: 'pay' } : start.clientData;
      });
    });
}
