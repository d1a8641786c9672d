/** The client API's `cancel_order`. The specification does not define how an order is cancelled (4.6, rule 3). */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';
import { orderNoParameters, orderSchema } from './order-schema.ts';
import { orderToWire } from './order-wire.ts';

export function registerCancelOperations(plain: FastifyInstance, { options, identify }: RouteContext): void {
  const { service, zone } = options;
  const schema = {
    ...operationSchema({
      name: 'cancel_order',
      summary: 'Cancel an unpaid order',
      tag: 'Payment',
      body: orderNoParameters,
      answer: orderSchema,
      answerDescription: 'The cancelled order.',
      errors: ['unauthenticated', 'invalid_credential', 'forbidden', 'unknown_order', 'illegal_transition'],
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
