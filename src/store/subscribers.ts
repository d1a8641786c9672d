/** Who in this process wants to hear messages. One that throws is logged and hurts no other. */

import type { Message } from '../usecases/ports/store.ts';
import type { Log } from '../usecases/ports/tools.ts';

type Listener = (message: Message) => void;

export interface Subscribers {
  subscribe(listener: Listener): () => void;
  tell(messages: readonly Message[]): void;
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
    tell(messages) {
      for (const message of messages) {
        for (const listener of [...listeners.values()]) {
          try {
            listener(message);
          } catch (error) {
            log.error({ err: error, kind: message.kind }, 'a subscriber failed');
          }
        }
      }
    },
  };
}
