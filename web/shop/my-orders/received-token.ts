/**
 * The token of a link that was opened in this browser, until the customer has accepted or declined the link. The
 * token is read before the first view is drawn, so that it leaves the address as early as possible.
 */

import { takeToken } from './orders-link.ts';

const listeners = new Set<() => void>();
let current = takeToken();

function set(next: string | null): void {
  current = next;
  for (const listener of listeners) listener();
}

window.addEventListener('hashchange', () => {
  const next = takeToken();
  if (next !== null) set(next);
});

export const receivedToken = {
  get: (): string | null => current,
  forget: () => set(null),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
