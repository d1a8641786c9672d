/** Console API: erase a customer or an order, and see beforehand what would be erased. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  type ErasureOutcome,
  type ErasurePreview,
  eraseOrder,
  eraseUser,
  previewOrderErasure,
  previewUserErasure,
} from '../../usecases/retention/erase-customer.ts';
import { erasureObstacles } from '../../usecases/retention/erasure-obstacles.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';

const previewSchema = Type.Object({
  orders: Type.Integer({ description: 'How many orders would be erased.' }),
  obstacles: Type.Array(
    Type.Object({
      order_id: Type.Integer(),
      obstacle: Type.Enum([...erasureObstacles], { description: 'Why the order cannot be erased yet.' }),
    }),
    { description: 'Empty: the erasure is possible now.' },
  ),
});

const outcomeSchema = Type.Object({
  orders: Type.Integer(),
  photos: Type.Integer({ description: 'How many photos of the customer were removed.' }),
  results: Type.Integer({ description: 'How many finished pictures were removed.' }),
  tombstone: Type.String({
    description:
      'The name of the tombstone: the file because of which the service erases the same rows again after a backup has been restored.',
  }),
});

const description =
  'Removes photos, pictures, names, notes and texts. Amounts, times and payment numbers stay. The erasure cannot be undone. A call in a session needs a proof of identity from the last ten minutes.';
const erased = { answer: outcomeSchema, answerDescription: 'What was erased.', ignoresBody: true } as const;
const preview = { answer: previewSchema, answerDescription: 'What an erasure would do now.' } as const;

function previewToWire({ orders, obstacles }: ErasurePreview) {
  return { orders, obstacles: obstacles.map(({ orderId, obstacle }) => ({ order_id: orderId, obstacle })) };
}

function outcomeToWire({ erasure, photos, results }: ErasureOutcome) {
  return { orders: erasure.orders.length, photos, results, tombstone: erasure.tombstone };
}

export function registerConsoleErasureRoutes(plain: FastifyInstance, context: ConsoleContext): void {
  registerOfUser(plain, context);
  registerOfOrder(plain, context);
}

function registerOfUser(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const see = consoleSchema(
    {
      ...preview,
      name: 'preview_user_erasure',
      summary: 'See what the erasure of a customer would do',
      errors: ['unknown_item'],
    },
    { params: idParams },
  );
  app.get(`${consolePrefix}users/:id/erasure`, { schema: see }, async (request) =>
    previewToWire(await previewUserErasure(deps, callerOf(request), request.params.id)),
  );
  const erase = consoleSchema(
    {
      ...erased,
      name: 'erase_user',
      summary: 'Erase a customer with all orders',
      description,
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: idParams },
  );
  app.post(`${consolePrefix}users/:id/erase`, { schema: erase }, async (request) =>
    outcomeToWire(await eraseUser(deps, callerOf(request), request.params.id)),
  );
}

function registerOfOrder(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const see = consoleSchema(
    {
      ...preview,
      name: 'preview_order_erasure',
      summary: 'See whether an order can be erased',
      errors: ['unknown_order'],
    },
    { params: idParams },
  );
  app.get(`${consolePrefix}orders/:id/erasure`, { schema: see }, async (request) =>
    previewToWire(await previewOrderErasure(deps, callerOf(request), request.params.id)),
  );
  const erase = consoleSchema(
    {
      ...erased,
      name: 'erase_order',
      summary: 'Erase an order',
      description,
      errors: ['unknown_order', 'illegal_transition'],
    },
    { params: idParams },
  );
  app.post(`${consolePrefix}orders/:id/erase`, { schema: erase }, async (request) =>
    outcomeToWire(await eraseOrder(deps, callerOf(request), request.params.id)),
  );
}
