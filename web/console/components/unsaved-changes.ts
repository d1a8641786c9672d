/** Counts the forms of the page with unsaved changes, for the guard in the shell that asks before the page is left. */

import { useEffect, useSyncExternalStore } from 'react';

let forms = 0;
const listeners = new Set<() => void>();

function add(change: 1 | -1): void {
  forms += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that a form has unsaved changes, until it has none or is no longer shown. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    add(1);
    return () => add(-1);
  }, [isUnsaved]);
}

export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => forms > 0);
}
