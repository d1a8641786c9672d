/** Goods and icons in the console's API. */

import { Type } from 'typebox';
import { goodKinds } from '../../domain/goods/kinds.ts';
import { money } from '../console/schema-fields.ts';

const priceMinorMax = 100_000_000;

const fields = {
  title: Type.String({ minLength: 1, maxLength: 64 }),
  summary: Type.String({ minLength: 0, maxLength: 200 }),
  icon: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'The `icon` from the response of an icon upload, or a built-in icon.',
  }),
  price: Type.Integer({
    minimum: 0,
    maximum: priceMinorMax,
    description: 'In 1/100 of the major currency unit.',
  }),
  sort: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }),
  funct_name: Type.Enum(goodKinds.map(({ functName }) => functName)),
  on_shelf: Type.Boolean(),
};

export const goodBody = Type.Object({
  ...fields,
  member_price: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: priceMinorMax,
      description: 'What members pay; null or missing: the same as others.',
    }),
  ),
});

export const goodChangeBody = Type.Object({
  ...goodBody.properties,
  sort: Type.Optional(fields.sort),
  version: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: '`version` of the good as the operator saw it before the change.',
    }),
  ),
});

export const consoleGoodSchema = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  summary: Type.String(),
  icon: Type.String(),
  price: money(),
  member_price: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  sort: Type.Integer(),
  funct_name: Type.String(),
  on_shelf: Type.Boolean(),
  version: Type.String({ description: 'Changes whenever a field other than `sort` changes.' }),
});

export const consoleGoodsSchema = Type.Object({
  goods: Type.Array(consoleGoodSchema, { description: 'Goods, offered or not, by `sort`, then `id`.' }),
  kinds: Type.Array(Type.Object({ funct_name: Type.String(), summary: Type.String() })),
});

export const orderedGoodsSchema = Type.Object({ goods: Type.Array(consoleGoodSchema) });

export const goodsOrderBody = Type.Object({
  ids: Type.Array(Type.Integer({ minimum: 1 }), {
    maxItems: 1000,
    description: 'The ids of all goods, offered or not, in the wanted sequence.',
  }),
});

export const iconSchema = Type.Object({
  icon: Type.String({ description: 'Value for a good’s `icon`.' }),
  width: Type.Integer(),
  height: Type.Integer(),
});
