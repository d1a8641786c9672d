/** A clock that moves only when a test advances it. */

import type { Instant } from '../../src/domain/zoned-time.ts';
import type { Clock } from '../../src/usecases/ports/tools.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function manualClock(start: Instant = Date.UTC(2026, 10, 20, 12)): ManualClock {
  let at = start;
  return {
    now: () => at,
    advance(ms) {
      at += ms;
    },
  };
}
