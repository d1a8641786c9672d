/** Changes some texts of a good's translations and keeps the others. */

import { languages } from '../language.ts';
import type { GoodTexts, Translations } from './good.ts';

/** The texts to write, by language. An absent text keeps its value; an empty text removes it. */
export type TranslationChanges = {
  readonly [Language in keyof Translations]?: Partial<GoodTexts>;
};

const noTexts: GoodTexts = { title: '', summary: '', description: '' };

/** @returns the languages that have a text, always in the same order, with trimmed texts. */
export function mergeTranslations(stored: Translations, changes: TranslationChanges): Translations {
  const entries = languages.flatMap((language) => {
    const { title, summary, description } = { ...noTexts, ...stored[language], ...changes[language] };
    const texts: GoodTexts = {
      title: title.trim(),
      summary: summary.trim(),
      description: description.trim(),
    };
    return texts.title + texts.summary + texts.description === '' ? [] : [[language, texts] as const];
  });
  return Object.fromEntries(entries);
}
