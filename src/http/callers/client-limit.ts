/**
 * Counts the requests of each client in a window of time that starts with the client's first request. At most
 * `clientsMax` windows are kept: a further client replaces the window that started first. Times are milliseconds of a
 * monotonic clock, so that a step of the wall clock neither shortens nor extends a window.
 */

import { LRUCache } from 'lru-cache';

export interface ClientWindow {
  count: number;
  readonly endsAtMs: number;
}

export interface ClientLimit {
  /** Counts one more request. @returns the client's window, including this request. */
  count(client: string, nowMs: number): ClientWindow;
  /** @returns the client's window without counting; undefined when the client has no open window. */
  peek(client: string, nowMs: number): ClientWindow | undefined;
}

export function clientLimit(windowMs: number, clientsMax: number): ClientLimit {
  const windows = new LRUCache<string, ClientWindow>({ max: clientsMax });

  // The cache's `peek` does not change the order of eviction, so a client that sends more requests does not
  // keep its window longer.
  function peek(client: string, nowMs: number): ClientWindow | undefined {
    const window = windows.peek(client);
    return window !== undefined && window.endsAtMs > nowMs ? window : undefined;
  }

  function count(client: string, nowMs: number): ClientWindow {
    const present = peek(client, nowMs);
    if (present !== undefined) {
      present.count += 1;
      return present;
    }
    const fresh = { count: 1, endsAtMs: nowMs + windowMs };
    windows.set(client, fresh);
    return fresh;
  }

  return { count, peek };
}
