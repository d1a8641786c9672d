/** The client API's `refund_order`. The specification does not define how an order is refunded (4.6, rule 3). */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { oneLineText } from '../../domain/one-line-text.ts';
import { orderNoParameters, orderSchema } from '../orders/order-schema.ts';
import { orderToWire } from '../orders/order-wire.ts';
import { idempotencyKeyHeader, replayedHeader } from '../requests/documented-headers.ts';
import { idempotencyKeyOf, sendOnce } from '../requests/idempotency-key.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';

const refundParameters = Type.Object({
  ...orderNoParameters.properties,
  reason: Type.Optional(Type.String({ maxLength: 200, description: 'Reason in the customer’s words.' })),
});

export function registerRefundOperations(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const { service, zone } = options;
  const schema = {
    ...operationSchema({
      name: 'refund_order',
      summary: 'Request a refund',
      description:
        'The customer may call this only before the picture is being made, or after that failed; the operator may always.',
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
      const { order_no: orderNo } = request.body;
      const reason = oneLineText(request.body.reason ?? '') || null;
      const caller = await identify(request);
      const key = idempotencyKeyOf(request, 'refund_order', request.body, { orderNo });
      return sendOnce({ service, caller, operation: 'refund_order', key }, reply, async () =>
        orderToWire(await service.refundOrder(caller, orderNo, reason, request.id), zone),
      );
    });
}
