/** Goods and icons in the console's API. */

import { Type } from 'typebox';
import type { GoodTexts } from '../../domain/goods/good.ts';
import { goodKinds } from '../../domain/goods/kinds.ts';
import type { Language } from '../../domain/language.ts';
import { money } from '../console/schema-fields.ts';

const priceMinorMax = 100_000_000;

const titleLengthMax = 64;
const summaryLengthMax = 200;
const descriptionLengthMax = 2000;

const textsField = {
  title: Type.String({
    maxLength: titleLengthMax,
    description: 'The title in one language. If it is empty, customers see `title`.',
  }),
  summary: Type.String({
    maxLength: summaryLengthMax,
    description: 'The summary in one language. If it is empty, customers see `summary`.',
  }),
  description: Type.String({
    maxLength: descriptionLengthMax,
    description: 'The description in one language. If it is empty, customers see `description`.',
  }),
};

/** The texts of a good in each language. The compiler refuses this object if a language is missing. */
const translationFields = {
  title_en: textsField.title,
  summary_en: textsField.summary,
  description_en: textsField.description,
  title_zh: textsField.title,
  summary_zh: textsField.summary,
  description_zh: textsField.description,
} satisfies Record<`${keyof GoodTexts}_${Language}`, unknown>;

const optionalTranslations = {
  title_en: Type.Optional(translationFields.title_en),
  summary_en: Type.Optional(translationFields.summary_en),
  description_en: Type.Optional(translationFields.description_en),
  title_zh: Type.Optional(translationFields.title_zh),
  summary_zh: Type.Optional(translationFields.summary_zh),
  description_zh: Type.Optional(translationFields.description_zh),
} satisfies Record<keyof typeof translationFields, unknown>;

const description = Type.String({
  maxLength: descriptionLengthMax,
  description: 'Text of several lines for the page of the good.',
});

const picture = Type.String({
  maxLength: 128,
  description: 'The `picture` from the response of a picture upload; empty: no picture.',
});

const fields = {
  title: Type.String({ minLength: 1, maxLength: titleLengthMax }),
  summary: Type.String({ minLength: 0, maxLength: summaryLengthMax }),
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
  description: Type.Optional(description),
  picture: Type.Optional(picture),
  ...optionalTranslations,
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

/** The maximum number of goods in one import. */
const importedGoodsMax = 200;

/** Enough for `importedGoodsMax` goods whose texts all have their maximum length in Chinese. */
export const importSizeBytesMax = 5 * 1024 * 1024;

export const goodsImportBody = Type.Object({
  goods: Type.Array(
    Type.Object({
      id: Type.Optional(
        Type.Integer({ minimum: 1, description: 'The good to change; missing: a new good.' }),
      ),
      ...goodChangeBody.properties,
    }),
    { maxItems: importedGoodsMax, description: 'A new good needs `sort`.' },
  ),
  check_only: Type.Optional(
    Type.Boolean({ description: 'true: check the goods and return the numbers, but change nothing.' }),
  ),
});

export const goodsImportSchema = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer({ description: 'Goods of the request that had the same values already.' }),
});

export const consoleGoodSchema = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  summary: Type.String(),
  description: Type.String(),
  ...translationFields,
  icon: Type.String(),
  picture: Type.String({ description: 'The path of a large picture; empty: none.' }),
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

export const pictureSchema = Type.Object({
  picture: Type.String({ description: 'Value for a good’s `picture`.' }),
  width: Type.Integer(),
  height: Type.Integer(),
});
