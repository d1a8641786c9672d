/** The title and the summary of a product that customers read in the operator's language. */

import { textsIn } from '../../../../src/domain/goods/good-text.ts';
import type { Language } from '../../../../src/domain/language.ts';
import type { Good } from '../../api/types.ts';

export function shownTexts(good: Good, language: Language): { title: string; summary: string } {
  const { title, summary, description } = good;
  const en = { title: good.title_en, summary: good.summary_en, description: good.description_en };
  const zh = { title: good.title_zh, summary: good.summary_zh, description: good.description_zh };
  return textsIn({ title, summary, description, translations: { en, zh } }, language);
}
