/**
 * The client API's `pay_order` and `pay_orders`. The specification does not define how an order is paid (4.6, rule 3).
 */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalidParameter } from '../../domain/errors.ts';
import { acceptedLanguage } from '../../domain/language.ts';
import type { PayOrdersCall } from '../../usecases/payments/pay-orders.ts';
import { orderNoParameters } from '../orders/order-schema.ts';
import { idempotencyKeyHeader, replayedHeader } from '../requests/documented-headers.ts';
import { idempotencyKeyOf, sendOnce } from '../requests/idempotency-key.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const wayToPay = {
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
};

const payParameters = Type.Object({ ...orderNoParameters.properties, ...wayToPay });

/** The maximum number of orders that one payment pays. */
const ordersMax = 20;

const payTogetherParameters = Type.Object({
  order_nos: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: `Numbers of 1 to ${ordersMax} orders, separated by commas.`,
    examples: ['0HK5X9PAW7Q2M4C8R1ZTE6JVB3ND,0HK5X9PAW7V5B9D2F4G6H8J0K1M3'],
  }),
  ...wayToPay,
});

const paymentSchema = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description:
    'What the provider’s client needs, at the top level: `{"url"}` for Stripe and the sandbox, the five fields of `wx.requestPayment` for WeChat. `{"status":"pay"}` when the price is 0: the order is paid.',
  examples: [{ url: 'https://kiosk.example/sandbox/checkout/P0HK5X9PAW7Q2M4C8R1ZTE6JVB3' }],
});

const errors = [
  'unauthenticated',
  'invalid_credential',
  'forbidden',
  'unknown_order',
  'illegal_transition',
  'request_in_flight',
  'idempotency_key_reused',
  'payment_provider_failed',
] as const;

const operation = {
  tag: 'Payment',
  answer: paymentSchema,
  requestHeaders: idempotencyKeyHeader,
  answerHeaders: replayedHeader,
  errors,
} as const;

export function registerPaymentOperations(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const { service } = options;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const payOrder = {
    ...operationSchema({
      ...operation,
      name: 'pay_order',
      summary: 'Pay an order',
      description:
        'Opens a payment. Several attempts are allowed: the first paid one pays the order, and the money of any other is returned automatically. The provider shows the title of the good in the language of `Accept-Language` (`en`, `zh`).',
      body: payParameters,
      answerDescription: 'The payment is open, or the order cost nothing.',
    }),
    body: payParameters,
  };
  app.post(`${operationPrefix}pay_order`, { schema: payOrder }, async (request, reply) => {
    const { order_no: orderNo, ...way } = request.body;
    return pay(request, reply, 'pay_order', { orderNos: [orderNo], ...way });
  });

  const payOrders = {
    ...operationSchema({
      ...operation,
      name: 'pay_orders',
      summary: 'Pay several orders by one payment',
      description:
        'Opens one payment for all orders, with the sum of their prices. Once it is paid, each order is processed, fails and is refunded by itself. If one of the orders is cancelled first, the payment is closed; call the operation again with the other orders. Orders that cost nothing are paid at once. `wechat_virtual` takes one order only.',
      body: payTogetherParameters,
      answerDescription: 'The payment is open, or the orders cost nothing.',
    }),
    body: payTogetherParameters,
  };
  app.post(`${operationPrefix}pay_orders`, { schema: payOrders }, async (request, reply) => {
    const { order_nos: numbers, ...way } = request.body;
    return pay(request, reply, 'pay_orders', { orderNos: orderNosOf(numbers), ...way });
  });

  async function pay(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    { orderNos, provider, channel }: Pick<PayOrdersCall, 'orderNos'> & Partial<PayOrdersCall>,
  ) {
    const caller = await identify(request);
    const key = idempotencyKeyOf(request, name, request.body);
    return sendOnce({ service, caller, operation: name, key }, reply, async () => {
      const start = await service.payOrders({
        caller,
        orderNos,
        provider,
        channel,
        language: acceptedLanguage(request.headers['accept-language']),
        clientAddress: request.ip,
        requestId: request.id,
      });
      return start.kind === 'free' ? { status: 'pay' } : start.clientData;
    });
  }
}

/** @throws AppError `invalid_parameters`. */
function orderNosOf(text: string): string[] {
  const numbers = text.split(',').map((number) => number.trim());
  if (numbers.length > ordersMax) {
    throw invalidParameter('order_nos', 'list_max', `must have at most ${ordersMax} order numbers`, {
      max: ordersMax,
    });
  }
  if (numbers.includes('')) {
    throw invalidParameter('order_nos', 'list_item', 'must be order numbers, separated by commas');
  }
  return numbers;
}
