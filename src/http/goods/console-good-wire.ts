/** Converts goods of the console's API: the fields of a request into those of a good, and a good into a response. */

import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { Good } from '../../domain/goods/good.ts';
import type { TranslationChanges } from '../../domain/goods/merge-translations.ts';
import type { GoodChange } from '../../usecases/goods/catalogue.ts';
import type { consoleGoodSchema, goodBody } from './console-goods-schemas.ts';

type Body = Omit<Static<typeof goodBody>, 'sort'>;

/** Leaves out the texts that the request does not contain. */
function translationsOf(body: Body): TranslationChanges {
  return {
    en: present({ title: body.title_en, summary: body.summary_en, description: body.description_en }),
    zh: present({ title: body.title_zh, summary: body.summary_zh, description: body.description_zh }),
  } satisfies Required<TranslationChanges>;
}

function present<Name extends string>(
  texts: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> {
  const entries = Object.entries(texts).filter(([, text]) => text !== undefined);
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}

export function goodFieldsOf(body: Body): Omit<GoodChange, 'sort' | 'isUnchanged'> {
  return {
    title: body.title,
    summary: body.summary,
    description: body.description,
    translations: translationsOf(body),
    icon: body.icon,
    picture: body.picture === '' ? null : body.picture,
    priceMinor: body.price,
    memberPriceMinor: body.member_price ?? null,
    functName: body.funct_name,
    onShelf: body.on_shelf,
  };
}

/**
 * @returns a text that changes when a field of the good changes, except `sort`, because another operator may reorder
 * the goods while this good is edited. The order of the fields in `good` does not change the text.
 */
export function goodVersionOf({ sort: _, ...fields }: Good): string {
  const values = Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
}

export function consoleGoodToWire(good: Good): Static<typeof consoleGoodSchema> {
  const { en, zh } = good.translations;
  return {
    id: good.id,
    title: good.title,
    summary: good.summary,
    description: good.description,
    title_en: en?.title ?? '',
    summary_en: en?.summary ?? '',
    description_en: en?.description ?? '',
    title_zh: zh?.title ?? '',
    summary_zh: zh?.summary ?? '',
    description_zh: zh?.description ?? '',
    icon: good.icon,
    picture: good.picture ?? '',
    price: good.priceMinor,
    member_price: good.memberPriceMinor,
    sort: good.sort,
    funct_name: good.functName,
    on_shelf: good.onShelf,
    version: goodVersionOf(good),
  };
}
