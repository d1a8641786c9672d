/** The table `goods`: the catalogue. */

import type { GoodTexts, Translations } from '../../domain/goods/good.ts';
import { type Language, languages } from '../../domain/language.ts';
import { flag, generatedId, integer, nullable, text } from '../column.ts';
import { isObject, json } from '../json-column.ts';
import { table } from '../table.ts';

function textOf(texts: Readonly<Record<string, unknown>>, name: keyof GoodTexts): string {
  const value = texts[name];
  if (typeof value !== 'string') throw new Error(`the JSON has no text ${name}`);
  return value;
}

/** Languages that this version does not know are left out. @throws Error for JSON of another form. */
function translationsOf(parsed: unknown): Translations {
  if (!isObject(parsed)) throw new Error('the JSON is not an object');
  const entries = languages.flatMap((language): [Language, GoodTexts][] => {
    const texts = parsed[language];
    if (texts === undefined) return [];
    if (!isObject(texts)) throw new Error('the texts of a language are not an object');
    const [title, summary] = [textOf(texts, 'title'), textOf(texts, 'summary')];
    return [[language, { title, summary, description: textOf(texts, 'description') }]];
  });
  return Object.fromEntries(entries);
}

export const goodsTable = table('goods', {
  id: generatedId,
  title: text,
  summary: text,
  description: text,
  translations: json(translationsOf),
  icon: text,
  picture: nullable(text),
  priceMinor: integer,
  memberPriceMinor: nullable(integer),
  sort: integer,
  functName: text,
  onShelf: flag,
});
