/** Notes that an operator has begun to type on a page. They outlive the rows of a list in which they are typed. */

import { useState, useSyncExternalStore } from 'react';
import { useUnsaved } from '../../components/unsaved-changes.ts';

export type ChangeNote = (change: (now: string) => string) => void;

export interface NoteDrafts {
  readonly textOf: (key: string) => string;
  readonly change: (key: string, change: (now: string) => string) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Stays the same object until a note is begun or ended, so that a list does not render at each key press. */
  readonly keys: () => readonly string[];
}

function createNoteDrafts(): NoteDrafts {
  const texts = new Map<string, string>();
  const listeners = new Set<() => void>();
  let keys: readonly string[] = [];
  const textOf = (key: string) => texts.get(key) ?? '';
  return {
    textOf,
    change(key, change) {
      const text = change(textOf(key));
      if (text === '') texts.delete(key);
      else texts.set(key, text);
      if (keys.includes(key) !== texts.has(key)) keys = [...texts.keys()];
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    keys: () => keys,
  };
}

/** @returns the notes of this page, and the keys of those that have been begun. */
export function useNoteDrafts() {
  const [drafts] = useState(createNoteDrafts);
  const keys = useSyncExternalStore(drafts.subscribe, drafts.keys);
  useUnsaved(keys.length > 0);
  return { drafts, keys };
}

export function useNoteDraft(drafts: NoteDrafts, key: string): readonly [text: string, change: ChangeNote] {
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.textOf(key));
  return [text, (change) => drafts.change(key, change)];
}
