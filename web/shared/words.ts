/**
 * The language of a page: the reader's choice, which the browser stores for the shop and the console alike,
 * otherwise the browser's language. `createWords` gives a page access to its texts in that language.
 */

import { useSyncExternalStore } from 'react';
import {
  type Catalogues,
  isLanguage,
  type Language,
  languageTag,
  preferredLanguage,
} from '../../src/domain/language.ts';

const storageKey = 'photokiosk.language';
const listeners = new Set<() => void>();

function storedLanguage(): Language | null {
  try {
    const value = localStorage.getItem(storageKey);
    return isLanguage(value) ? value : null;
  } catch {
    return null;
  }
}

let current: Language = storedLanguage() ?? preferredLanguage(navigator.languages);
document.documentElement.lang = languageTag(current);

/** Changes the language. Every component that uses texts is drawn again, and the page is not reloaded. */
export function chooseLanguage(language: Language): void {
  current = language;
  document.documentElement.lang = languageTag(language);
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Ignore the error: if the browser allows no storage, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function switchLanguage(): void {
  chooseLanguage(current === 'en' ? 'zh' : 'en');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The regional variant of the language that the browser prefers, such as `en-US` or `zh-TW`, for amounts
 * and times; without one, the language itself.
 */
function localeOf(language: Language): string {
  const variant = navigator.languages.find((tag) => tag.toLowerCase().startsWith(language));
  return variant ?? (language === 'zh' ? 'zh-CN' : 'en-GB');
}

export interface Words<Texts> {
  readonly t: Texts;
  readonly language: Language;
  /** For `Intl`. */
  readonly locale: string;
}

export interface PageWords<Texts> {
  /** The texts for a component, which is drawn again when the language changes. */
  useWords(): Words<Texts>;
  /**
   * The texts for code outside of components. Call it each time a text is needed, because the language can
   * change.
   */
  words(): Words<Texts>;
}

export function createWords<Texts>(catalogues: Catalogues<Texts>): PageWords<Texts> {
  const wordsIn = (language: Language): Words<Texts> => ({
    t: catalogues[language],
    language,
    locale: localeOf(language),
  });
  return {
    useWords: () => wordsIn(useSyncExternalStore(subscribe, () => current)),
    words: () => wordsIn(current),
  };
}
