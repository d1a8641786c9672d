/** Console API: the bills of the providers, and their differences to the service's own records. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { applyRemedy } from '../../usecases/reconciliation/apply-remedy.ts';
import { fetchBillAgain } from '../../usecases/reconciliation/fetch-bill-again.ts';
import { listBills, listDifferences } from '../../usecases/reconciliation/list-reconciliation.ts';
import { resolveDifference } from '../../usecases/reconciliation/resolve-difference.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idCursor, idCursorText } from '../console/page-cursors.ts';
import { idParams, reasonBody } from '../console/schema-fields.ts';
import {
  billsQuery,
  billsSchema,
  differenceSchema,
  differencesQuery,
  differencesSchema,
  fetchBillBody,
  remedyBody,
} from './console-reconciliation-schemas.ts';
import { billToWire, differenceToWire } from './console-reconciliation-wire.ts';

export function registerConsoleReconciliationRoutes(plain: FastifyInstance, context: ConsoleContext): void {
  registerBillRoutes(plain, context);
  registerDifferenceRoutes(plain, context);
}

function registerBillRoutes(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const bills = consoleSchema(
    {
      name: 'list_bills',
      summary: 'List the providers’ bills by day',
      description:
        'Both days are included; at most 400 days. The service fetches the bills of the last 30 days.',
      answer: billsSchema,
      answerDescription: 'One bill for each day and provider, newest first.',
    },
    { querystring: billsQuery },
  );
  app.get(`${consolePrefix}reconciliation/bills`, { schema: bills }, async (request) => {
    const { from, to } = request.query;
    return { bills: (await listBills(deps, callerOf(request), from, to)).map(billToWire) };
  });

  const fetchAgain = consoleSchema(
    {
      name: 'fetch_bill',
      summary: 'Fetch a bill again',
      description:
        'The worker fetches and compares the bill within seconds. A bill that has not changed changes nothing. Possible for the last 365 days.',
      answerDescription: 'The bill will be fetched.',
      errors: ['unknown_item'],
    },
    { body: fetchBillBody },
  );
  app.post(`${consolePrefix}reconciliation/bills/fetch`, { schema: fetchAgain }, async (request, reply) => {
    const { provider, day } = request.body;
    await fetchBillAgain(deps, callerOf(request), provider, day);
    return reply.code(204).send();
  });
}

function registerDifferenceRoutes(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const list = consoleSchema(
    {
      name: 'list_differences',
      summary: 'List differences to the providers’ bills',
      answer: differencesSchema,
      answerDescription: 'The differences that are open, or those that were resolved; the newest first.',
    },
    { querystring: differencesQuery },
  );
  app.get(`${consolePrefix}reconciliation/differences`, { schema: list }, async (request) => {
    const { state = 'open', before, limit = 50 } = request.query;
    const page = await listDifferences(deps, callerOf(request), state, idCursor(before), limit);
    return { differences: page.differences.map(differenceToWire), before: idCursorText(page.next) };
  });

  const remedy = consoleSchema(
    {
      name: 'apply_remedy',
      summary: 'Carry out the remedy of a difference',
      description:
        'The service queries the provider first; the bill alone changes nothing. The difference is resolved when the books agree.',
      answer: differenceSchema,
      answerDescription: 'The difference as it is now.',
      errors: ['unknown_item', 'illegal_transition', 'payment_provider_failed'],
    },
    { params: idParams, body: remedyBody },
  );
  app.post(`${consolePrefix}reconciliation/differences/:id/remedy`, { schema: remedy }, async (request) => {
    const { params, body } = request;
    const { reason, remedy: expected = null } = body;
    return differenceToWire(await applyRemedy(deps, callerOf(request), params.id, reason, expected));
  });

  const resolve = consoleSchema(
    {
      name: 'resolve_difference',
      summary: 'Resolve a difference with a reason',
      description:
        'Changes no payment and no refund. The difference does not come back unless the books change.',
      answer: differenceSchema,
      answerDescription: 'The difference as it is now.',
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: idParams, body: reasonBody },
  );
  app.post(`${consolePrefix}reconciliation/differences/:id/resolve`, { schema: resolve }, async (request) => {
    const { params, body } = request;
    return differenceToWire(await resolveDifference(deps, callerOf(request), params.id, body.reason));
  });
}
