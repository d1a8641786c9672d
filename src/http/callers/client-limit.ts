/**
 * Counts the requests of each client in a window of time that starts with the client's first request. At most
 * `clientsMax` windows are kept. All windows have the same length, so the first entry of the map ends first.
 */

import type { Instant } from '../../domain/zoned-time.ts';

export interface ClientWindow {
  count: number;
  readonly endsAt: Instant;
}

export interface ClientLimit {
  /** Counts one more request. @returns the client's window, including this request. */
  count(client: string, now: Instant): ClientWindow;
  /** @returns the client's window without counting; undefined when the client has no open window. */
  peek(client: string, now: Instant): ClientWindow | undefined;
}

export function clientLimit(windowMs: number, clientsMax: number): ClientLimit {
  const windows = new Map<string, ClientWindow>();

  function peek(client: string, now: Instant): ClientWindow | undefined {
    const window = windows.get(client);
    return window !== undefined && window.endsAt > now ? window : undefined;
  }

  function forgetOldest(now: Instant): void {
    for (const [client, window] of windows) {
      if (window.endsAt > now && windows.size < clientsMax) return;
      windows.delete(client);
    }
  }

  function count(client: string, now: Instant): ClientWindow {
    const present = peek(client, now);
    if (present !== undefined) {
      present.count += 1;
      return present;
    }
    windows.delete(client);
    forgetOldest(now);
    const fresh = { count: 1, endsAt: now + windowMs };
    windows.set(client, fresh);
    return fresh;
  }

  return { count, peek };
}
