/**
 * Text that is typed into fields and stands in the page's address: it is looked for when typing pauses, all fields
 * together. The address cannot hold what is typed meanwhile, since it changes too late for a field.
 */

import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Typed text waits a moment before it is looked for. */
const typingPauseMs = 300;

type Texts = Readonly<Record<string, string>>;

/** A blank at an end is looked for by nobody, but stays in the field: more may come after it. */
function trimmed<T extends Texts>(texts: T): T {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) as T;
}

/**
 * @param inAddress changes without the fields, too: back, forward, a link.
 * @param onPause told without blanks at the ends.
 */
export function useSearchText<T extends Texts>(inAddress: T, onPause: (typed: T) => void) {
  const [typed, setTyped] = useState(inAddress);
  /** The address that what was typed leads to: it comes while more is typed already. */
  const awaited = useRef('');
  const later = useDebouncedCallback((now: T) => {
    const wanted = trimmed(now);
    awaited.current = JSON.stringify(wanted);
    onPause(wanted);
  }, typingPauseMs);
  const address = JSON.stringify(inAddress);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its values, not the object
  useEffect(() => {
    if (address === awaited.current) return;
    awaited.current = '';
    setTyped(inAddress);
  }, [address]);
  return {
    typed,
    type(changed: Partial<T>): void {
      const now = { ...typed, ...changed };
      setTyped(now);
      later(now);
    },
    /** Whoever changes the address otherwise takes what was typed along, and nothing comes after it. */
    take(): T {
      later.cancel();
      return trimmed(typed);
    },
    /** Without looking for it. */
    put(now: T): void {
      later.cancel();
      setTyped(now);
    },
  };
}
