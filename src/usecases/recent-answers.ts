/** Answers that hold for a while, kept in memory: never more than `max`, the oldest go first. */

import type { Instant } from '../domain/zoned-time.ts';
import type { Clock } from './ports/tools.ts';

export interface RecentAnswers<T> {
  /** Undefined when it was never given, is too old or had to make room. */
  get(key: string): Promise<T> | undefined;
  /** Also while it is still looked for, so that two who ask at once wait for one answer. A failure is forgotten. */
  set(key: string, answer: Promise<T>): void;
}

interface Kept<T> {
  readonly answer: Promise<T>;
  readonly until: Instant;
}

export function recentAnswers<T>(clock: Clock, keptMs: number, max: number): RecentAnswers<T> {
  const kept = new Map<string, Kept<T>>();
  return {
    get(key) {
      const known = kept.get(key);
      return known !== undefined && known.until > clock.now() ? known.answer : undefined;
    },
    set(key, answer) {
      kept.delete(key);
      // A map keeps the order in which it was filled.
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
