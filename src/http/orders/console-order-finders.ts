/** Console API: one search for everything, and the export of orders as CSV. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { exportOrders } from '../../usecases/orders/export-orders.ts';
import { findAnything } from '../../usecases/orders/find-anything.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { csvMediaType } from '../console/csv.ts';
import {
  findingsSchema,
  findingsToWire,
  orderIdsOf,
  orderSearchOf,
  ordersCsvQuery,
  searchQuery,
} from './console-order-list.ts';
import { ordersToCsv } from './orders-csv.ts';

export function registerConsoleOrderFinders(
  plain: FastifyInstance,
  { deps, callerOf }: ConsoleContext,
): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const search = consoleSchema(
    {
      name: 'search',
      summary: 'Search everything',
      answer: findingsSchema,
      answerDescription: 'At most 8 orders and 8 users.',
    },
    { querystring: searchQuery },
  );
  app.get(`${consolePrefix}search`, { schema: search }, async (request) =>
    findingsToWire(await findAnything(deps, callerOf(request), request.query.q)),
  );

  const csv = consoleSchema(
    {
      name: 'orders_csv',
      summary: 'Export orders as CSV',
      description:
        'The orders that the search finds, newest first, at most 20,000. UTF-8, times in UTC, decimal points, prices in the major currency unit, order numbers masked. The audit log records each call. The header `X-Cut` is `1` if more orders match.',
      answer: Type.String(),
      answerMediaType: 'text/csv',
      answerDescription: 'One line per order.',
    },
    { querystring: ordersCsvQuery },
  );
  app.get(`${consolePrefix}orders.csv`, { schema: csv }, async (request, reply) => {
    const { ids } = request.query;
    const chosen = ids === undefined ? orderSearchOf(request.query) : orderIdsOf(ids);
    const { orders, isCut } = await exportOrders(deps, callerOf(request), chosen);
    return reply
      .header('content-type', csvMediaType)
      .header('content-disposition', 'attachment; filename="orders.csv"')
      .header('x-cut', isCut ? '1' : '0')
      .send(ordersToCsv(orders));
  });
}
