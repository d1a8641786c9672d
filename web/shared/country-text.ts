/** The name of a country in the reader's language. */

import type { Language } from '../../src/domain/language.ts';

const regionNames: Readonly<Record<Language, Intl.DisplayNames>> = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  zh: new Intl.DisplayNames('zh-CN', { type: 'region' }),
};

/** @param code ISO 3166-1, in upper case. */
export function countryText(code: string, language: Language): string {
  return regionNames[language].of(code) ?? code;
}
