/** The client API's look-ups of orders: `fetch_order` (specification 4.5), `order_details` and `my_orders`. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sendRenewedToken } from '../callers/send-guest-token.ts';
import { renewedTokenHeader } from '../requests/documented-headers.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import type { RouteContext } from '../route-context.ts';
import { orderDetailsSchema, orderDetailsToWire } from './order-details-wire.ts';
import { orderNoParameters, orderSchema } from './order-schema.ts';
import { orderToWire } from './order-wire.ts';

const pageLengthMax = 100;

const pageParameters = Type.Object({
  before: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The `before` of the previous page’s response.' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: pageLengthMax, default: 20, description: 'Orders per page.' }),
  ),
});

const pageSchema = Type.Object({
  orders: Type.Array(orderSchema, { description: 'The orders, newest first.' }),
  details: Type.Array(orderDetailsSchema, { description: 'What was ordered, in the order of `orders`.' }),
  before: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Send this value as `before` to get the next page; null: this is the last page.',
  }),
});

export function registerOrderLookupOperations(
  plain: FastifyInstance,
  { options, identify }: RouteContext,
): void {
  const { service, zone } = options;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  const fetchSchema = {
    ...operationSchema({
      name: 'fetch_order',
      summary: 'Query order status',
      tag: 'Orders',
      body: orderNoParameters,
      answer: orderSchema,
      answerDescription: 'The order with its present status.',
      errors: ['unauthenticated', 'invalid_credential', 'unknown_order'],
    }),
    body: orderNoParameters,
  };
  app.post(`${operationPrefix}fetch_order`, { schema: fetchSchema }, async (request) => {
    const caller = await identify(request);
    return orderToWire(await service.fetchOrder(caller, request.body.order_no), zone);
  });

  const detailsSchema = {
    ...operationSchema({
      name: 'order_details',
      summary: 'Show what was ordered',
      description:
        'The choices of the customer, which the Order does not contain, and when the service deletes the result. Everyone who can look the order up can read them.',
      tag: 'Orders',
      body: orderNoParameters,
      answer: orderDetailsSchema,
      answerDescription: 'What was ordered.',
      errors: ['unauthenticated', 'invalid_credential', 'unknown_order'],
    }),
    body: orderNoParameters,
  };
  app.post(`${operationPrefix}order_details`, { schema: detailsSchema }, async (request) => {
    const caller = await identify(request);
    const { order } = await service.fetchOrder(caller, request.body.order_no);
    return orderDetailsToWire(order, zone);
  });

  const mineSchema = {
    ...operationSchema({
      name: 'my_orders',
      summary: 'List my orders',
      description: 'For calls with the token of a signed-in user or a guest.',
      tag: 'Account',
      body: pageParameters,
      answer: pageSchema,
      answerDescription: 'One page of the caller’s orders.',
      answerHeaders: renewedTokenHeader,
      errors: ['unauthenticated', 'invalid_credential'],
    }),
    body: pageParameters,
  };
  app.post(`${operationPrefix}my_orders`, { schema: mineSchema }, async (request, reply) => {
    const { before, limit = 20 } = request.body;
    const caller = await identify(request);
    // One order more than the page holds shows whether there is a next page.
    const views = await service.myOrders(caller, before ?? null, limit + 1);
    await sendRenewedToken(request, reply, caller, options);
    const page = views.slice(0, limit);
    const next = views.length > limit ? page.at(-1)?.order.id : undefined;
    return {
      orders: page.map((view) => orderToWire(view, zone)),
      details: page.map(({ order }) => orderDetailsToWire(order, zone)),
      before: next ?? null,
    };
  });
}
