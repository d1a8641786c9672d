/**
 * Counts what each client does in a window that begins with its first act. Memory is bounded: windows are
 * equally long, so the map's order of insertion is the order in which they end, and the oldest go first.
 */

import type { Instant } from '../../domain/zoned-time.ts';

export interface ClientWindow {
  count: number;
  readonly endsAt: Instant;
}

export interface ClientLimit {
  /** Counts one more act. @returns the client's window, this act included. */
  count(client: string, now: Instant): ClientWindow;
  /** @returns the client's window without counting; undefined when it did nothing yet. */
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
