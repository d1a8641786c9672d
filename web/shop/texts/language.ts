/** The page's language: chosen by the customer and remembered, else the browser's. */

import { useSyncExternalStore } from 'react';
import { en, type Texts } from './en.ts';
import { zh } from './zh.ts';

export type Language = 'en' | 'zh';

const key = 'photokiosk.language';
const all: Readonly<Record<Language, Texts>> = { en, zh };
const listeners = new Set<() => void>();

function stored(): Language | null {
  try {
    const value = localStorage.getItem(key);
    return value === 'en' || value === 'zh' ? value : null;
  } catch {
    return null;
  }
}

let current: Language = stored() ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');

function apply(): void {
  document.documentElement.lang = current === 'zh' ? 'zh-CN' : 'en';
}

apply();

export function switchLanguage(): void {
  current = current === 'en' ? 'zh' : 'en';
  try {
    localStorage.setItem(key, current);
  } catch {
    // It holds until the page is closed.
  }
  apply();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface Words {
  readonly language: Language;
  readonly t: Texts;
  /** For prices and dates: the browser's own variant of the language where it has one. */
  readonly locale: string;
}

function localeOf(language: Language): string {
  const wanted = navigator.languages.find((name) => name.toLowerCase().startsWith(language));
  return wanted ?? (language === 'zh' ? 'zh-CN' : 'en');
}

export function useWords(): Words {
  const language = useSyncExternalStore(subscribe, () => current);
  return { language, t: all[language], locale: localeOf(language) };
}
