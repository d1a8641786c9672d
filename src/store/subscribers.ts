/** Who in this process wants to hear announcements. One that throws is logged and hurts no other. */

import type { Announcement } from '../usecases/ports/store.ts';
import type { Log } from '../usecases/ports/tools.ts';

type Listener = (announcement: Announcement) => void;

export interface Subscribers {
  subscribe(listener: Listener): () => void;
  tell(announcements: readonly Announcement[]): void;
}

export function createSubscribers(log: Log): Subscribers {
  // Keyed by subscription, not by function: the same function may be subscribed twice.
  const listeners = new Map<symbol, Listener>();
  return {
    subscribe(listener) {
      const key = Symbol('subscription');
      listeners.set(key, listener);
      return () => listeners.delete(key);
    },
    tell(announcements) {
      for (const announcement of announcements) {
        for (const listener of [...listeners.values()]) {
          try {
            listener(announcement);
          } catch (error) {
            log.error({ err: error, kind: announcement.kind }, 'a subscriber failed');
          }
        }
      }
    },
  };
}
