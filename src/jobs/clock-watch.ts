/**
 * Finds steps of the wall clock by comparing it with the monotonic clock of this machine.
 *
 * - After every step, no job is claimed until the running jobs have renewed their leases, because leases are compared
 *   with the wall clock.
 * - After a step forward, jobs that compare deadlines with the clock are not run: they would expire orders
 *   and delete files too early. They run again when the clock is set back, when it has not changed for an
 *   hour, or after a restart.
 * - After a step backward, `steppedBack` moves the waiting jobs to earlier times. Otherwise they would wait
 *   longer by the length of the step.
 */

import type { Clock, ClockState, Log } from '../usecases/ports/tools.ts';

/**
 * The smallest difference that counts as a step. NTP corrects smaller differences gradually, and every deadline of
 * the service is longer than 10 s.
 */
const stepMsMin = 10_000;
/** How long no job is claimed after a step. Every running job renews its lease at least every 20 s. */
const claimsHeldMs = 30_000;
/**
 * How long jobs that compare deadlines with the clock are not run after a step forward. One hour gives an operator
 * time to see the alarm if the new time is wrong. If the new time is right, for example because the clock was
 * corrected after the machine had booted, the jobs are only an hour late.
 */
const deadlinesHeldMs = 60 * 60_000;

export interface ClockWatch {
  /**
   * Compares the clocks. Call it before each use of the wall clock that would be wrong after a step, such as a
   * claim of a job.
   */
  check(): void;
  mayClaim(): boolean;
  mayJudgeDeadlines(): boolean;
  state(): ClockState;
}

export interface ClockWatchParts {
  readonly clock: Clock;
  /** The time of a clock that is never set, in milliseconds. */
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
    // The clock has been set back to the right time, so jobs that compare deadlines run again.
    else if (steppedMs < stepMsMin) deadlinesFrom = Number.NEGATIVE_INFINITY;
    if (stepMs < 0) steppedBack(-stepMs);
  }

  return {
    check() {
      const present = difference();
      // Round to whole milliseconds, because the database stores no fractions and the monotonic clock has them.
      const stepMs = Math.round(present - last);
      // The next check compares with this one and not with the start, so that gradual corrections do not add up to
      // a step.
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

/**
 * A clock watch that never finds a step, for workers whose clock is never set, for example in tests that
 * inject a clock.
 */
export const steadyClock: Pick<ClockWatch, 'check' | 'mayClaim' | 'mayJudgeDeadlines'> = {
  check: () => undefined,
  mayClaim: () => true,
  mayJudgeDeadlines: () => true,
};
