/** The subscribers in this process. An error of one subscriber is logged and does not affect the others. */

import type { Message } from '../usecases/ports/store.ts';
import type { Log } from '../usecases/ports/tools.ts';

type Listener = (message: Message) => void;

export interface Subscribers {
  subscribe(listener: Listener): () => void;
  deliver(messages: readonly Message[]): void;
}

export function createSubscribers(log: Log): Subscribers {
  // The key is the subscription and not the function, because a function may be subscribed twice.
  const listeners = new Map<symbol, Listener>();
  return {
    subscribe(listener) {
      const key = Symbol('subscription');
      listeners.set(key, listener);
      return () => listeners.delete(key);
    },
    deliver(messages) {
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
