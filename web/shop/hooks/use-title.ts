/** The name of a view in the browser's tab and history, and what a screen reader says first of it. */

import { useEffect } from 'react';
import { useWords } from '../texts/words.ts';

/** @param name of the view; null for the first one, which is the shop itself, and while it is not known. */
export function useTitle(name: string | null): void {
  const { t } = useWords();
  useEffect(() => {
    document.title = name === null ? t.title : `${name} – ${t.title}`;
  }, [name, t]);
}
