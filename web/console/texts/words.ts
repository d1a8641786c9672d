/**
 * The console's words: English is in the pages themselves, another language is a dictionary from English.
 * A phrase that a dictionary lacks stays English. A test compares the dictionary with the pages.
 */

export type Language = 'en' | 'zh';

/** The shop's too: whoever chose a language chose it for both. */
const key = 'photokiosk.language';

function stored(): Language | null {
  try {
    const value = localStorage.getItem(key);
    return value === 'en' || value === 'zh' ? value : null;
  } catch {
    return null;
  }
}

export const language: Language =
  stored() ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');

/** For amounts and times: the browser's own variant of the language where it has one. */
export const locale: string =
  navigator.languages.find((name) => name.toLowerCase().startsWith(language)) ??
  (language === 'zh' ? 'zh-CN' : 'en-GB');

let dictionary: Readonly<Record<string, string>> = {};

/** Before anything is drawn. */
export async function loadLanguage(): Promise<void> {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  if (language === 'zh') dictionary = (await import('./zh.ts')).zh;
}

/** The page starts anew: a language is changed once in a lifetime. */
export function chooseLanguage(chosen: Language): void {
  try {
    localStorage.setItem(key, chosen);
  } catch {
    return;
  }
  location.reload();
}

/** Whether a phrase is in the page's language; English ones always are. */
export function isTranslated(phrase: string): boolean {
  return language === 'en' || Object.hasOwn(dictionary, phrase);
}

/** @param values what stands for `{name}` in the phrase. */
export function t(phrase: string, values: Readonly<Record<string, string | number>> = {}): string {
  const found = Object.hasOwn(dictionary, phrase) ? dictionary[phrase] : undefined;
  return (found ?? phrase).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Of a small table of words; what is not in it is shown as the service wrote it, legibly. */
export function wordOf(words: Readonly<Record<string, string>>, name: string): string {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  return known === undefined ? name.replaceAll('_', ' ') : t(known);
}
