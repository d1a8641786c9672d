/**
 * Watches the wall clock for steps. When the clock was set back by some time, waiting jobs are moved to earlier
 * times by the same amount.
 */

import { type ClockWatch, createClockWatch } from '../jobs/clock-watch.ts';
import { ensureSchedules } from '../usecases/all-jobs.ts';
import type { Deps } from '../usecases/deps.ts';

const checkEveryMs = 1_000;
/** How far the newest heartbeat may be ahead of the clock before the clock counts as set back. */
const stepMsMin = 10_000;

export interface WatchedClock {
  readonly watch: ClockWatch;
  stop(): void;
}

type WatchDeps = Pick<Deps, 'store' | 'clock' | 'settings' | 'random' | 'log'>;

/**
 * @param isAlone whether no other process shares the database. If other processes share the database, their clocks
 * were correct when they planned the waiting jobs, so the jobs are not moved.
 */
export async function watchClock(deps: WatchDeps, isAlone: boolean): Promise<WatchedClock> {
  const { store, clock, log } = deps;

  async function bringForward(byMs: number): Promise<void> {
    if (isAlone) await store.transaction((tx) => tx.jobs.bringForward(clock.now(), byMs));
    await ensureSchedules(deps);
  }

  const watch = createClockWatch({
    clock,
    monotonicMs: () => performance.now(),
    log,
    steppedBack(byMs) {
      bringForward(byMs).catch((err: unknown) => log.error({ err }, 'jobs not brought forward'));
    },
  });
  if (isAlone) {
    const behindMs = await behindLastHeartbeatMs(deps);
    if (behindMs >= stepMsMin) {
      log.error({ stepMs: -behindMs }, 'the clock was set back while the service was stopped');
      await bringForward(behindMs);
    }
  }
  const timer = setInterval(watch.check, checkEveryMs);
  return { watch, stop: () => clearInterval(timer) };
}

/** Computes how far the clock is behind the newest heartbeat of an earlier process. */
async function behindLastHeartbeatMs({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<number> {
  const now = clock.now();
  const later = await store.read.jobs.workersSeen(now);
  return Math.max(0, ...later.map(({ seenAt }) => seenAt - now));
}
