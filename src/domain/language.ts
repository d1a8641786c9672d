/**
 * The languages that customers and operators read, and the shape in which every page keeps its texts. The shop,
 * the console and the sandbox checkout all translate through this file. Pure.
 */

export const languages = ['en', 'zh'] as const;

export type Language = (typeof languages)[number];

/**
 * One catalogue of texts per language: an object of strings, and of functions where a text has values in it.
 * `Texts` is the type of the English catalogue, so the compiler reports which texts the Chinese catalogue
 * lacks.
 */
export type Catalogues<Texts> = Readonly<Record<Language, Texts>>;

/** The BCP 47 tag for the `lang` attribute of a page. */
export function languageTag(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en';
}

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/**
 * @param tags the reader's languages as BCP 47 tags, the preferred one first.
 * @returns the first one that has a catalogue, otherwise English.
 */
export function preferredLanguage(tags: readonly string[]): Language {
  const known = tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find(isLanguage);
  return known ?? 'en';
}
