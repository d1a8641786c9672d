/** The contents of a product's form while it is edited, and whether they can be saved. */

import { type Language, languages } from '../../../../src/domain/language.ts';
import type { Good, Goods } from '../../api/types.ts';
import { majorFromMinor, minorFromMajor } from '../../format/major-units.ts';
import type { GoodFields } from './goods-api.ts';

/** `own`: the texts for customers into whose language there is no translation. */
export type TextsKey = 'own' | Language;

export const textsKeys: readonly TextsKey[] = ['own', ...languages];

export interface DraftTexts {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
}

export interface GoodDraft {
  readonly texts: Readonly<Record<TextsKey, DraftTexts>>;
  readonly icon: string;
  /** Empty: no picture. */
  readonly picture: string;
  readonly price: string;
  readonly memberPrice: string;
  readonly functName: string;
  readonly isOnShelf: boolean;
}

/** The longest texts that the service stores, in characters. */
export const textLengthsMax: Readonly<Record<keyof DraftTexts, number>> = {
  title: 64,
  summary: 200,
  description: 2000,
};

const noTexts: DraftTexts = { title: '', summary: '', description: '' };

function textsOf(good: Good): GoodDraft['texts'] {
  return {
    own: { title: good.title, summary: good.summary, description: good.description },
    en: { title: good.title_en, summary: good.summary_en, description: good.description_en },
    zh: { title: good.title_zh, summary: good.summary_zh, description: good.description_zh },
  };
}

export function draftOf(good: Good | null, kinds: Goods['kinds']): GoodDraft {
  return {
    texts: good === null ? { own: noTexts, en: noTexts, zh: noTexts } : textsOf(good),
    icon: good?.icon ?? '/icons/photokiosk.svg',
    picture: good?.picture ?? '',
    price: good === null ? '' : majorFromMinor(good.price),
    memberPrice: good === null || good.member_price === null ? '' : majorFromMinor(good.member_price),
    functName: good?.funct_name ?? kinds[0]?.funct_name ?? '',
    isOnShelf: good?.on_shelf ?? true,
  };
}

/** Counts as the service does: an emoji is one character. */
export function textLength(text: string): number {
  return [...text.trim()].length;
}

function isTooLong(texts: DraftTexts): boolean {
  const { title, summary, description } = textLengthsMax;
  const isLonger = (text: string, max: number) => textLength(text) > max;
  return (
    isLonger(texts.title, title) ||
    isLonger(texts.summary, summary) ||
    isLonger(texts.description, description)
  );
}

/** @returns the first language with a text that is too long; null if no text is too long. */
export function tooLongIn({ texts }: GoodDraft): TextsKey | null {
  return textsKeys.find((key) => isTooLong(texts[key])) ?? null;
}

/** @returns null while a field is empty, too long or not an amount, or while the member price is above the price. */
export function fieldsOfDraft(draft: GoodDraft, sort: number): GoodFields | null {
  const { own, en, zh } = draft.texts;
  const price = minorFromMajor(draft.price);
  const memberPrice = draft.memberPrice.trim() === '' ? null : minorFromMajor(draft.memberPrice);
  const isWrong = price === null || (memberPrice === null && draft.memberPrice.trim() !== '');
  if (isWrong || own.title.trim() === '' || (memberPrice ?? 0) > price) return null;
  if (tooLongIn(draft) !== null) return null;
  return {
    title: own.title.trim(),
    summary: own.summary.trim(),
    description: own.description.trim(),
    title_en: en.title.trim(),
    summary_en: en.summary.trim(),
    description_en: en.description.trim(),
    title_zh: zh.title.trim(),
    summary_zh: zh.summary.trim(),
    description_zh: zh.description.trim(),
    icon: draft.icon,
    picture: draft.picture,
    price,
    member_price: memberPrice,
    sort,
    funct_name: draft.functName,
    on_shelf: draft.isOnShelf,
  };
}
