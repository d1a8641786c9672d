/** The fields of a good that an operator gives, and their rules. */

import { invalidParameter } from '../../domain/errors.ts';
import type { Good } from '../../domain/goods/good.ts';
import { findGoodKind } from '../../domain/goods/kinds.ts';
import { mergeTranslations, type TranslationChanges } from '../../domain/goods/merge-translations.ts';

export type GoodFields = Omit<Good, 'id'>;

/** The fields of a new good. A text that is absent is stored as an empty text. */
export interface NewGood extends Omit<GoodFields, 'description' | 'translations' | 'picture'> {
  readonly description: string | undefined;
  readonly translations: TranslationChanges;
  readonly picture: string | null | undefined;
}

/** Texts and the picture that are absent keep the values of `stored`. */
export function textsAndPicture(
  { description, picture, translations }: Omit<NewGood, 'sort'>,
  stored: Good | null,
): Pick<Good, 'description' | 'picture' | 'translations'> {
  return {
    description: (description ?? stored?.description ?? '').trim(),
    picture: picture === undefined ? (stored?.picture ?? null) : picture,
    translations: mergeTranslations(stored?.translations ?? {}, translations),
  };
}

/** @returns the fields with trimmed texts. @throws AppError `invalid_parameters`. */
export function requireFields<Fields extends Omit<NewGood, 'sort'>>(given: Fields): Fields {
  const title = given.title.trim();
  if (title === '') throw invalidParameter('title', 'blank', 'must not be blank');
  if (findGoodKind(given.functName) === undefined) {
    throw invalidParameter(
      'funct_name',
      'unknown_good_kind',
      'must be a kind of good that this service sells',
    );
  }
  if (given.memberPriceMinor !== null && given.memberPriceMinor > given.priceMinor) {
    throw invalidParameter('member_price', 'member_price_above_price', 'must not be above `price`');
  }
  return { ...given, title, summary: given.summary.trim() };
}
