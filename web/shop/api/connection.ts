/** Whether the service responds, according to the page's last calls. Components subscribe to it. */

export type ConnectionState = 'ok' | 'offline' | 'unreachable';

const listeners = new Set<() => void>();
let current: ConnectionState = 'ok';

function set(next: ConnectionState): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

export const connection = {
  get: (): ConnectionState => current,
  noteAnswer: () => set('ok'),
  noteNoAnswer: () => set(navigator.onLine ? 'unreachable' : 'offline'),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

window.addEventListener('offline', () => set('offline'));
window.addEventListener('online', () => set('ok'));
