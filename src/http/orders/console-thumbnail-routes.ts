/** Console API: small pictures for lists of orders. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { createOrderThumbnails } from '../../usecases/orders/order-thumbnails.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { orderIdsOf } from './console-order-list.ts';

const thumbnailsQuery = Type.Object({
  ids: Type.String({
    minLength: 1,
    maxLength: 1600,
    description: 'Ids of at most 100 orders, separated by commas.',
  }),
});

const thumbnailsSchema = Type.Object({
  thumbnails: Type.Array(
    Type.Object({ id: Type.Integer(), image: Type.String({ description: 'A `data:` URL of a WebP.' }) }),
    { description: 'Orders without a picture are left out.' },
  ),
  pending: Type.Array(Type.Integer(), {
    description: 'Orders whose pictures are not made yet. Ask for them again.',
  }),
});

export function registerConsoleThumbnailRoutes(
  plain: FastifyInstance,
  { deps, callerOf }: ConsoleContext,
): void {
  const thumbnailsOf = createOrderThumbnails(deps);
  const schema = consoleSchema(
    {
      name: 'order_thumbnails',
      summary: 'Small pictures of orders',
      description:
        'The result of each order, or else the customer’s photo, for operators who may see pictures. The service makes at most 8 new ones in a call and stores none of them.',
      answer: thumbnailsSchema,
      answerDescription: 'The pictures that are made.',
    },
    { querystring: thumbnailsQuery },
  );
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .get(`${consolePrefix}order_thumbnails`, { schema }, async (request) => {
      const { thumbnails, pending } = await thumbnailsOf(callerOf(request), orderIdsOf(request.query.ids));
      return {
        thumbnails: thumbnails.map(({ id, webp }) => ({
          id,
          image: `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`,
        })),
        pending: [...pending],
      };
    });
}
