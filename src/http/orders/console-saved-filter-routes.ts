/** Console API: the order filters that the operator has saved, with the number of matching orders. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { orderPeriods } from '../../domain/order-period.ts';
import { defaultFilters, filterCountMax } from '../../domain/saved-filters.ts';
import type { OperatorCaller } from '../../usecases/callers/caller.ts';
import type { SavedSearch } from '../../usecases/orders/saved-filter-store.ts';
import {
  addSavedFilter,
  arrangeSavedFilters,
  type ListedFilter,
  listSavedFilters,
  renameSavedFilter,
} from '../../usecases/orders/saved-filters.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { nullableInteger, nullableText } from '../console/schema-fields.ts';
import { orderConditions } from './console-order-list.ts';

const nameText = Type.String({ minLength: 1, maxLength: 40 });
const idText = Type.String({ minLength: 1, maxLength: 40 });
const idInPath = Type.Object({ id: idText });
const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

const newFilterBody = Type.Object({
  name: nameText,
  ...orderConditions,
  period: Type.Optional(
    Type.Enum([...orderPeriods], {
      description:
        'Orders placed in this period, which moves with the day. `from` and `to` are then ignored.',
    }),
  ),
  from: day('The first day, `YYYY-MM-DD` in the shop’s zone.'),
  to: day('The last day, included.'),
});

const arrangeBody = Type.Object({
  ids: Type.Array(idText, {
    maxItems: 40,
    description: `The filters in their new order. Filters that are neither in \`ids\` nor in \`removed\` follow these. ${defaultFilters.map((id) => `\`${id}\``).join(', ')} are default filters; a removed one is restored if it is named here.`,
  }),
  removed: Type.Optional(Type.Array(idText, { maxItems: 40, description: 'The filters to remove.' })),
});

const filtersSchema = Type.Object({
  filters: Type.Array(
    Type.Object({
      id: Type.String(),
      name: nullableText('The name that the operator gave; null: a default filter, whose name is its `id`.'),
      status: nullableText(),
      deal_status: nullableText(),
      goods_id: nullableInteger(),
      refund_state: nullableText(),
      period: nullableText(),
      from: nullableText(),
      to: nullableText(),
      count: Type.Integer({
        description: `How many orders match. ${filterCountMax} means at least so many: the count goes no further.`,
      }),
    }),
  ),
});

function searchOf(body: Omit<Static<typeof newFilterBody>, 'name'>): SavedSearch {
  return {
    status: body.status ?? null,
    dealStatus: body.deal_status ?? null,
    goodsId: body.goods_id ?? null,
    refundState: body.refund_state ?? null,
    period: body.period ?? null,
    from: body.from ?? null,
    to: body.to ?? null,
  };
}

function toWire({ id, name, search, count }: ListedFilter): Static<typeof filtersSchema>['filters'][number] {
  const { status, dealStatus, goodsId, refundState, period, from, to } = search;
  return {
    ...{ id, name, status, period, from, to, count },
    ...{ deal_status: dealStatus, goods_id: goodsId, refund_state: refundState },
  };
}

export function registerConsoleSavedFilterRoutes(
  plain: FastifyInstance,
  { deps, callerOf }: ConsoleContext,
): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const filtersOf = async (caller: OperatorCaller) => ({
    filters: (await listSavedFilters(deps, caller)).map(toWire),
  });
  const answer = { answer: filtersSchema, answerDescription: 'The filters of the operator, in their order.' };

  const list = consoleSchema(
    {
      ...answer,
      name: 'list_saved_filters',
      summary: 'List the saved filters of orders',
      description: 'Each operator has own filters. At first they are the default ones.',
    },
    {},
  );
  app.get(`${consolePrefix}saved_filters`, { schema: list }, async (request) => filtersOf(callerOf(request)));

  const add = consoleSchema(
    {
      ...answer,
      name: 'add_saved_filter',
      summary: 'Save a filter of orders',
      errors: ['illegal_transition'],
    },
    { body: newFilterBody },
  );
  app.post(`${consolePrefix}saved_filters`, { schema: add }, async (request) => {
    const { name, ...conditions } = request.body;
    await addSavedFilter(deps, callerOf(request), { name, search: searchOf(conditions) });
    return filtersOf(callerOf(request));
  });

  const rename = consoleSchema(
    {
      ...answer,
      name: 'rename_saved_filter',
      summary: 'Rename a saved filter',
      description: 'Default filters cannot be renamed.',
      errors: ['unknown_item'],
    },
    { params: idInPath, body: Type.Object({ name: nameText }) },
  );
  app.post(`${consolePrefix}saved_filters/:id`, { schema: rename }, async (request) => {
    await renameSavedFilter(deps, callerOf(request), request.params.id, request.body.name);
    return filtersOf(callerOf(request));
  });

  const arrange = consoleSchema(
    {
      ...answer,
      name: 'arrange_saved_filters',
      summary: 'Reorder and remove saved filters',
      errors: ['unknown_item'],
    },
    { body: arrangeBody },
  );
  app.post(`${consolePrefix}saved_filter_order`, { schema: arrange }, async (request) => {
    await arrangeSavedFilters(deps, callerOf(request), { removed: [], ...request.body });
    return filtersOf(callerOf(request));
  });
}
