/** A cache in memory whose entries expire. It holds at most `max` entries and evicts the oldest first. */

import type { Instant } from '../domain/zoned-time.ts';
import type { Clock } from './ports/tools.ts';

export interface ExpiringCache<T> {
  /** @returns undefined when the entry was never set, has expired or was evicted. */
  get(key: string): Promise<T> | undefined;
  /**
   * The promise may still be pending, so that parallel callers share one computation. When the promise
   * rejects, the cache removes the entry.
   */
  set(key: string, answer: Promise<T>): void;
}

interface Kept<T> {
  readonly answer: Promise<T>;
  readonly until: Instant;
}

export function createExpiringCache<T>(clock: Clock, keptMs: number, max: number): ExpiringCache<T> {
  const kept = new Map<string, Kept<T>>();
  return {
    get(key) {
      const known = kept.get(key);
      return known !== undefined && known.until > clock.now() ? known.answer : undefined;
    },
    set(key, answer) {
      kept.delete(key);
      // A map iterates in insertion order, so its first key is the oldest entry.
      for (const oldest of kept.keys()) {
        if (kept.size < max) break;
        kept.delete(oldest);
      }
      kept.set(key, { answer, until: clock.now() + keptMs });
      answer.catch(() => {
        if (kept.get(key)?.answer === answer) kept.delete(key);
      });
    },
  };
}
