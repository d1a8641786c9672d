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
 * The language that an `Accept-Language` header (RFC 9110, 12.5.4) weights highest. Of equal weights, the first wins.
 * @returns null if the header is absent, is malformed, or names none of the languages with a weight above 0.
 */
export function acceptedLanguage(header: string | undefined): Language | null {
  let best: { readonly language: Language; readonly weight: number } | null = null;
  for (const range of (header ?? '').split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const [language] = tag.split('-');
    const weight = weightOf(parameters);
    if (!isLanguage(language) || weight === 0 || weight <= (best?.weight ?? 0)) continue;
    best = { language, weight };
  }
  return best?.language ?? null;
}

/** @returns 0 for a malformed weight, so that the language is left out. */
function weightOf([parameter]: readonly string[]): number {
  if (parameter === undefined) return 1;
  const [, weight] = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameter) ?? [];
  return weight === undefined ? 0 : Number(weight);
}

/**
 * @param tags the reader's languages as BCP 47 tags, the preferred one first.
 * @returns the first one that has a catalogue, otherwise English.
 */
export function preferredLanguage(tags: readonly string[]): Language {
  const known = tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find(isLanguage);
  return known ?? 'en';
}
