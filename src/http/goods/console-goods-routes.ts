/** Console API: the catalogue, the order of its goods, and icon uploads. */

import { createHash } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { invalidParameter } from '../../domain/errors.ts';
import type { Good } from '../../domain/goods/good.ts';
import { arrangeGoods } from '../../usecases/goods/arrange-goods.ts';
import { addGood, changeGood, type GoodFields, listCatalogue } from '../../usecases/goods/catalogue.ts';
import { addIcon, iconSizeBytesMax } from '../../usecases/goods/icons.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams } from '../console/schema-fields.ts';
import { requireDeclaredSize } from '../requests/body-parsers.ts';
import { takeFile } from '../requests/multipart-file.ts';
import {
  consoleGoodSchema,
  consoleGoodsSchema,
  goodBody,
  goodChangeBody,
  goodsOrderBody,
  iconSchema,
  orderedGoodsSchema,
} from './console-goods-schemas.ts';

/** Room for the multipart boundaries and part headers. */
const otherPartsSizeBytesMax = 16 * 1024;
const bodySizeBytesMax = iconSizeBytesMax + otherPartsSizeBytesMax;

function fieldsOf(body: Omit<Static<typeof goodBody>, 'sort'>): Omit<GoodFields, 'sort'> {
  return {
    title: body.title,
    summary: body.summary,
    icon: body.icon,
    priceMinor: body.price,
    memberPriceMinor: body.member_price ?? null,
    functName: body.funct_name,
    onShelf: body.on_shelf,
  };
}

/**
 * @returns a text that changes when a field of the good changes. `sort` is left out, because another operator may
 * reorder the goods while this one is edited. The order of the fields does not matter.
 */
function versionOf({ sort: _, ...fields }: Good): string {
  const values = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
}

function goodToWire(good: Good): Static<typeof consoleGoodSchema> {
  return {
    id: good.id,
    title: good.title,
    summary: good.summary,
    icon: good.icon,
    price: good.priceMinor,
    member_price: good.memberPriceMinor,
    sort: good.sort,
    funct_name: good.functName,
    on_shelf: good.onShelf,
    version: versionOf(good),
  };
}

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
      goods: goods.map(goodToWire),
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
      ...fieldsOf(request.body),
      sort: request.body.sort,
    });
    return reply.status(201).send(goodToWire(good));
  });

  const change = consoleSchema(
    {
      name: 'change_good',
      summary: 'Change a good',
      description:
        'Send all fields; only `sort` may be missing, and then stays unchanged. If the request contains a `version` and the good has changed since that version, the call is refused. Existing orders keep their price.',
      answer: consoleGoodSchema,
      answerDescription: 'The good as it is now.',
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: idParams, body: goodChangeBody },
  );
  app.post(`${consolePrefix}goods/:id`, { schema: change }, async (request) => {
    const { sort = null, version, ...body } = request.body;
    const isUnchanged = version === undefined ? null : (now: Good) => versionOf(now) === version;
    const given = { ...fieldsOf(body), sort, isUnchanged };
    return goodToWire(await changeGood(deps, callerOf(request), request.params.id, given));
  });
  registerOrdering(plain, context);
  // A Fastify context of its own, because the upload's multipart parser leaves the body as a stream.
  plain.register(async (own) => registerIconUpload(own, context));
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
      return { goods: goods.map(goodToWire) };
    });
}

function registerIconUpload(app: FastifyInstance, { deps, options, callerOf }: ConsoleContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, null));
  const schema = consoleSchema(
    {
      name: 'add_icon',
      summary: 'Upload an icon',
      description: 'PNG or WebP, up to 1 MB. It is decoded and written anew, scaled down to 512 pixels.',
      multipart: true,
      answer: iconSchema,
      answerStatus: 201,
      answerDescription: 'The icon was stored; a good may use it now.',
      errors: ['unusable_image'],
    },
    {
      body: Type.Object({
        file: Type.Unsafe<unknown>({
          type: 'string',
          format: 'binary',
          description: 'The picture file of the icon.',
        }),
      }),
    },
  );
  app.post(
    `${consolePrefix}icons`,
    // The body is still a stream here, so there is nothing to validate.
    {
      schema: { ...schema, consumes: ['multipart/form-data'] },
      config: { cost: 'upload' },
      bodyLimit: bodySizeBytesMax,
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      if (request.headers['content-type'] === undefined) {
        throw invalidParameter('file', 'missing', 'Send the icon as a file part named `file`.');
      }
      requireDeclaredSize(request, bodySizeBytesMax);
      const caller = callerOf(request);
      const icon = await takeFile(request.raw, bodySizeBytesMax, options.limits, (source) =>
        addIcon(deps, caller, source),
      );
      return reply.status(201).send({ icon: icon.icon, width: icon.widthPx, height: icon.heightPx });
    },
  );
}
