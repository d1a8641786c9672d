/**
 * Text that is typed into fields and stands in the page's address: it is looked for when typing pauses, all fields
 * together. The address cannot hold what is typed meanwhile, since it changes too late for a field.
 */

import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Typed text waits a moment before it is looked for. */
const typingPauseMs = 300;

type Texts = Readonly<Record<string, string>>;

/** @param inAddress changes without the fields, too: back, forward, a link. */
export function useTyped<T extends Texts>(inAddress: T, onPause: (typed: T) => void) {
  const [typed, setTyped] = useState(inAddress);
  /** The address that what was typed leads to: it comes while more is typed already. */
  const awaited = useRef('');
  const later = useDebouncedCallback((now: T) => {
    awaited.current = JSON.stringify(now);
    onPause(now);
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
      return typed;
    },
    /** Without looking for it. */
    put(now: T): void {
      later.cancel();
      setTyped(now);
    },
  };
}
