/** Console API: the catalogue and the order of its goods. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Good } from '../../domain/goods/good.ts';
import { arrangeGoods } from '../../usecases/goods/arrange-goods.ts';
import { addGood, changeGood, type GoodChange, listCatalogue } from '../../usecases/goods/catalogue.ts';
import { importGoods } from '../../usecases/goods/import-goods.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';
import { consoleGoodToWire, goodFieldsOf, goodVersionOf } from './console-good-wire.ts';
import {
  consoleGoodSchema,
  consoleGoodsSchema,
  goodBody,
  goodChangeBody,
  goodsImportBody,
  goodsImportSchema,
  goodsOrderBody,
  importSizeBytesMax,
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
    const given = goodChangeOf(request.body);
    return consoleGoodToWire(await changeGood(deps, callerOf(request), request.params.id, given));
  });
  registerImport(plain, context);
  registerOrdering(plain, context);
  registerIconUploads(plain, context);
}

function goodChangeOf({ sort, version, ...body }: Static<typeof goodChangeBody>): GoodChange {
  const isUnchanged = version === undefined ? null : (now: Good) => goodVersionOf(now) === version;
  return { ...goodFieldsOf(body), sort: sort ?? null, isUnchanged };
}

function registerImport(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const schema = consoleSchema(
    {
      name: 'import_goods',
      summary: 'Add and change several goods',
      description:
        'Adds the goods without an `id` and changes the others, as the calls for one good do. Either all goods are written, or none. If a good cannot be written, the pointer of the error contains its position, for example `/goods/2/price` for the third good.',
      answer: goodsImportSchema,
      answerDescription: 'How many goods were added and changed, or would be.',
      errors: ['illegal_transition'],
    },
    { body: goodsImportBody },
  );
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${consolePrefix}goods_import`, { schema, bodyLimit: importSizeBytesMax }, async (request) => {
      const { goods, check_only: isCheckOnly = false } = request.body;
      const given = goods.map(({ id, ...change }) => ({ ...goodChangeOf(change), id: id ?? null }));
      return importGoods(deps, callerOf(request), given, isCheckOnly);
    });
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
