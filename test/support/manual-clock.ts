/** A clock that moves only when a test advances it. */

import type { Instant } from '../../src/domain/zoned-time.ts';
import type { Clock } from '../../src/usecases/ports/tools.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** The time at which the clocks of tests begin. */
export const clockStart: Instant = Date.UTC(2026, 10, 20, 12);

export function manualClock(start = clockStart): ManualClock {
  let at = start;
  return {
    now: () => at,
    advance(ms) {
      at += ms;
    },
  };
}
