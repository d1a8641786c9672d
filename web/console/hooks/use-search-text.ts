/**
 * Search fields whose texts are also in the page's address. The page searches when typing pauses, with all
 * fields together. The fields store their text separately, because the address changes only after the pause.
 */

import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const typingPauseMs = 300;

type Texts = Readonly<Record<string, string>>;

/** Searches ignore spaces at both ends; the field keeps them, since more text may follow. */
function trimmed<T extends Texts>(texts: T): T {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) as T;
}

/**
 * @param inAddress also changes without typing: by the back button or a link.
 * @param onSearch gets the trimmed texts.
 */
export function useSearchText<T extends Texts>(inAddress: T, onSearch: (texts: T) => void) {
  const [texts, setTexts] = useState(inAddress);
  /**
   * The texts that the address gets by a search or by `reset`. It contains them only later, when the operator may
   * already have typed more.
   */
  const searched = useRef('');
  const searchLater = useDebouncedCallback((now: T) => {
    const wanted = trimmed(now);
    searched.current = JSON.stringify(wanted);
    onSearch(wanted);
  }, typingPauseMs);
  const address = JSON.stringify(inAddress);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when a text has changed
  useEffect(() => {
    if (address === searched.current) return;
    searched.current = '';
    setTexts(inAddress);
  }, [address]);
  return {
    texts,
    type(changed: Partial<T>): void {
      const now = { ...texts, ...changed };
      setTexts(now);
      searchLater(now);
    },
    /**
     * Call it when another filter changes the address: cancels the waiting search and returns its texts, so
     * that the same change can contain them.
     */
    takePending(): T {
      searchLater.cancel();
      const pending = trimmed(texts);
      searched.current = JSON.stringify(pending);
      return pending;
    },
    /** Sets the texts of the fields without starting a search. The caller changes the address to the same texts. */
    reset(now: T): void {
      searchLater.cancel();
      searched.current = JSON.stringify(trimmed(now));
      setTexts(now);
    },
  };
}
