/** Console API: the catalogue and the order of its goods. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Good } from '../../domain/goods/good.ts';
import { arrangeGoods } from '../../usecases/goods/arrange-goods.ts';
import { addGood, changeGood, listCatalogue } from '../../usecases/goods/catalogue.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';
import { consoleGoodToWire, goodFieldsOf, goodVersionOf } from './console-good-wire.ts';
import {
  consoleGoodSchema,
  consoleGoodsSchema,
  goodBody,
  goodChangeBody,
  goodsOrderBody,
  orderedGoodsSchema,
} from './console-goods-schemas.ts';
import { registerIconUploads } from './console-icon-uploads.ts';

export function registerConsoleGoodsRoutes(plain: FastifyInstance, context: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const { deps, callerOf } = context;
  const list = consoleSchema(
    {
      name: 'list_goods',
      summary: 'List all goods',
      answer: consoleGoodsSchema,
      answerDescription: 'Goods that are offered or not, and the kinds of goods.',
    },
    {},
  );
  app.get(`${consolePrefix}goods`, { schema: list }, async (request) => {
    const { goods, kinds } = await listCatalogue(deps, callerOf(request));
    return {
      goods: goods.map(consoleGoodToWire),
      kinds: kinds.map(({ functName, summary }) => ({ funct_name: functName, summary })),
    };
  });

  const add = consoleSchema(
    {
      name: 'add_good',
      summary: 'Add a good',
      answer: consoleGoodSchema,
      answerStatus: 201,
      answerDescription: 'The good was added.',
    },
    { body: goodBody },
  );
  app.post(`${consolePrefix}goods`, { schema: add }, async (request, reply) => {
    const good = await addGood(deps, callerOf(request), {
      ...goodFieldsOf(request.body),
      sort: request.body.sort,
    });
    return reply.status(201).send(consoleGoodToWire(good));
  });

  const change = consoleSchema(
    {
      name: 'change_good',
      summary: 'Change a good',
      description:
        'Send all fields. `sort`, `description`, `picture` and the texts in single languages stay unchanged if they are missing. If the request contains a `version` and the good has changed since that version, the call is refused. Existing orders keep their price.',
      answer: consoleGoodSchema,
      answerDescription: 'The good as it is now.',
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: idParams, body: goodChangeBody },
  );
  app.post(`${consolePrefix}goods/:id`, { schema: change }, async (request) => {
    const { sort = null, version, ...body } = request.body;
    const isUnchanged = version === undefined ? null : (now: Good) => goodVersionOf(now) === version;
    const given = { ...goodFieldsOf(body), sort, isUnchanged };
    return consoleGoodToWire(await changeGood(deps, callerOf(request), request.params.id, given));
  });
  registerOrdering(plain, context);
  registerIconUploads(plain, context);
}

function registerOrdering(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const schema = consoleSchema(
    {
      name: 'order_goods',
      summary: 'Reorder the goods',
      description:
        'Sets `sort` of all goods to 10, 20, 30 and so on. Refused if a good was added since the list was read.',
      answer: orderedGoodsSchema,
      answerDescription: 'All goods, ordered by `sort`.',
      errors: ['illegal_transition'],
    },
    { body: goodsOrderBody },
  );
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${consolePrefix}goods_order`, { schema }, async (request) => {
      const goods = await arrangeGoods(deps, callerOf(request), request.body.ids);
      return { goods: goods.map(consoleGoodToWire) };
    });
}
