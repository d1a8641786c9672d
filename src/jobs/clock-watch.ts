/**
 * Finds steps of the wall clock by comparing it with the monotonic clock of this machine.
 *
 * - After every step, no job is claimed until the running jobs have renewed their leases, because leases are compared
 *   with the wall clock.
 * - After a step forward, jobs that judge deadlines stop: they would expire orders and delete files too early. They go
 *   on when the clock returns, when it has been steady for an hour, or after a restart.
 * - After a step backward, `steppedBack` brings the waiting jobs forward, which would sleep as long as the step.
 */

import type { Clock, ClockState, Log } from '../usecases/ports/tools.ts';

/** NTP corrects smaller differences gradually, and no deadline is so short. */
const stepMsMin = 10_000;
/** Every running job renews its lease at least every 20 s. */
const claimsHeldMs = 30_000;
/** Long enough for an operator to see the alarm, and short enough for a machine whose clock was corrected at boot. */
const deadlinesHeldMs = 60 * 60_000;

export interface ClockWatch {
  /** Compares the clocks. Call it before each use of the wall clock that a step could mislead. */
  check(): void;
  mayClaim(): boolean;
  mayJudgeDeadlines(): boolean;
  state(): ClockState;
}

export interface ClockWatchParts {
  readonly clock: Clock;
  /** Milliseconds of a clock that is never set. */
  monotonicMs(): number;
  readonly log: Log;
  /** @param byMs the length of the step, positive and whole. */
  steppedBack(byMs: number): void;
}

export function createClockWatch({ clock, monotonicMs, log, steppedBack }: ClockWatchParts): ClockWatch {
  const difference = () => clock.now() - monotonicMs();
  let last = difference();
  let steppedMs = 0;
  let claimsFrom = Number.NEGATIVE_INFINITY;
  let deadlinesFrom = Number.NEGATIVE_INFINITY;

  function stepped(stepMs: number): void {
    log.error({ stepMs }, 'the clock was stepped');
    const now = monotonicMs();
    steppedMs += stepMs;
    claimsFrom = now + claimsHeldMs;
    if (stepMs > 0) deadlinesFrom = now + deadlinesHeldMs;
    // The clock has returned to the time that it had before it was ahead.
    else if (steppedMs < stepMsMin) deadlinesFrom = Number.NEGATIVE_INFINITY;
    if (stepMs < 0) steppedBack(-stepMs);
  }

  return {
    check() {
      const present = difference();
      // Whole milliseconds, as all times in the database. The monotonic clock has fractions.
      const stepMs = Math.round(present - last);
      // Compared with the last check, so that gradual corrections do not add up to a step.
      last = present;
      if (Math.abs(stepMs) >= stepMsMin) stepped(stepMs);
    },
    mayClaim: () => monotonicMs() >= claimsFrom,
    mayJudgeDeadlines: () => monotonicMs() >= deadlinesFrom,
    state: () => ({
      steppedMs: Math.round(steppedMs),
      deadlinesHeldMs: Math.max(0, Math.round(deadlinesFrom - monotonicMs())),
    }),
  };
}

/** For workers whose clock is never set, such as those of tests with a clock of their own. */
export const steadyClock: Pick<ClockWatch, 'check' | 'mayClaim' | 'mayJudgeDeadlines'> = {
  check: () => undefined,
  mayClaim: () => true,
  mayJudgeDeadlines: () => true,
};
