/**
 * Writes a good as the specification shows it: exactly these fields, in this order. No field is ever
 * omitted.
 */

import type { Good } from '../../domain/goods/good.ts';
import { textsIn } from '../../domain/goods/good-text.ts';
import type { Language } from '../../domain/language.ts';

export interface WireGood {
  readonly id: number;
  readonly title: string;
  readonly summary: string;
  readonly icon: string;
  readonly price: number;
  readonly sort: number;
  readonly funct_name: string;
}

/**
 * Specification 2.1, Good.
 * @param language the language of `title` and `summary`; null: the texts for customers of all languages.
 */
export function goodToWire(good: Good, language: Language | null): WireGood {
  const { title, summary } = textsIn(good, language);
  return {
    id: good.id,
    title,
    summary,
    icon: good.icon,
    price: good.priceMinor,
    sort: good.sort,
    funct_name: good.functName,
  };
}
