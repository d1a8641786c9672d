/**
 * Counts the requests of each client in a window of time that starts with the client's first request. At most
 * `clientsMax` windows are kept. All windows have the same length, so the first entry of the map ends first.
 * Times are milliseconds of a monotonic clock, so that a step of the wall clock neither shortens nor extends a window.
 */

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
  const windows = new Map<string, ClientWindow>();

  function peek(client: string, nowMs: number): ClientWindow | undefined {
    const window = windows.get(client);
    return window !== undefined && window.endsAtMs > nowMs ? window : undefined;
  }

  function forgetOldest(nowMs: number): void {
    for (const [client, window] of windows) {
      if (window.endsAtMs > nowMs && windows.size < clientsMax) return;
      windows.delete(client);
    }
  }

  function count(client: string, nowMs: number): ClientWindow {
    const present = peek(client, nowMs);
    if (present !== undefined) {
      present.count += 1;
      return present;
    }
    windows.delete(client);
    forgetOldest(nowMs);
    const fresh = { count: 1, endsAtMs: nowMs + windowMs };
    windows.set(client, fresh);
    return fresh;
  }

  return { count, peek };
}
