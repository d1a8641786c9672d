/** Whether the service answers, as far as the last calls told. One for the page; components subscribe to it. */

export type Reachability = 'ok' | 'offline' | 'unreachable';

const listeners = new Set<() => void>();
let current: Reachability = 'ok';

function set(next: Reachability): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

export const reachability = {
  get: (): Reachability => current,
  answered: () => set('ok'),
  unanswered: () => set(navigator.onLine ? 'unreachable' : 'offline'),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

window.addEventListener('offline', () => set('offline'));
window.addEventListener('online', () => set('ok'));
