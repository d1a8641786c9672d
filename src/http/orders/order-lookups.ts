/** Reading orders: specification 4.5, and what "my orders" and the membership's end need. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { formatDateTime } from '../../domain/zoned-time.ts';
import type { Edge } from '../edge.ts';
import { operationPrefix, operationSchema } from '../requests/operation.ts';
import { orderNoParameters, orderSchema } from '../schemas.ts';
import { orderToWire } from './order-wire.ts';

const pageLengthMax = 100;

const pageParameters = Type.Object({
  before: Type.Optional(Type.Integer({ minimum: 1, description: 'The `before` of the previous page.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: pageLengthMax, default: 20, description: 'Orders per page.' }),
  ),
});

const pageSchema = Type.Object({
  orders: Type.Array(orderSchema, { description: 'Newest first.' }),
  before: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Send it as `before` for the next page; null: this was the last.',
  }),
});

const membershipSchema = Type.Object({
  is_vip: Type.Boolean({ description: 'Whether the membership holds now.' }),
  vip_until: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'End of the membership; null without one.',
    examples: ['2026-12-02 09:30:00'],
  }),
});

export function registerOrderLookups(plain: FastifyInstance, { options, identify }: Edge): void {
  const { service, zone } = options;
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();

  const fetchSchema = {
    ...operationSchema({
      name: 'fetch_order',
      summary: 'Query order status',
      tag: 'Orders',
      body: orderNoParameters,
      answer: orderSchema,
      answerDescription: 'The order.',
      errors: ['unauthenticated', 'invalid_credential', 'unknown_order'],
    }),
    body: orderNoParameters,
  };
  app.post(`${operationPrefix}fetch_order`, { schema: fetchSchema }, async (request) => {
    const caller = await identify(request);
    return orderToWire(await service.fetchOrder(caller, request.body.order_no), zone);
  });

  const mineSchema = {
    ...operationSchema({
      name: 'my_orders',
      summary: 'List my orders',
      description: 'Takes the token of a signed-in or guest user.',
      tag: 'Account',
      body: pageParameters,
      answer: pageSchema,
      answerDescription: 'One page of the caller’s orders.',
      errors: ['unauthenticated', 'invalid_credential'],
    }),
    body: pageParameters,
  };
  app.post(`${operationPrefix}my_orders`, { schema: mineSchema }, async (request) => {
    const { before, limit = 20 } = request.body;
    // One more than asked for tells whether there is a next page.
    const views = await service.myOrders(await identify(request), before ?? null, limit + 1);
    const page = views.slice(0, limit);
    const next = views.length > limit ? page.at(-1)?.order.id : undefined;
    return { orders: page.map((view) => orderToWire(view, zone)), before: next ?? null };
  });

  const vipSchema = operationSchema({
    name: 'my_vip',
    summary: 'Tell my membership',
    description: 'Takes the token of a signed-in or guest user.',
    tag: 'Account',
    answer: membershipSchema,
    answerDescription: 'The caller’s membership.',
    errors: ['unauthenticated', 'invalid_credential'],
  });
  app.post(`${operationPrefix}my_vip`, { schema: vipSchema }, async (request) => {
    const { active, memberUntil } = await service.myVip(await identify(request));
    return { is_vip: active, vip_until: memberUntil === null ? null : formatDateTime(memberUntil, zone) };
  });
}
