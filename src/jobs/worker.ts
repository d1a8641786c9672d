/**
 * The worker: claims jobs from the database, renews their leases, runs their handlers and stores how they ended. Any
 * number of workers on any number of machines share the jobs. The store guarantees that one worker at a time has the
 * lease of a job.
 */

import type { JobHandler } from '../usecases/ports/job-handler.ts';
import { steadyClock } from './clock-watch.ts';
import { createLane } from './lane.ts';
import { type LanePlan, matchHandlers } from './lanes.ts';
import type { JobDeps } from './settle-job.ts';
import type { LaneClock } from './slots.ts';

export interface WorkerParts extends JobDeps {
  readonly handlers: readonly JobHandler[];
  readonly lanes: readonly LanePlan[];
  /** Default: the clock is never set. */
  readonly clockWatch?: LaneClock;
}

export interface Worker {
  start(): void;
  /** Stops claiming and aborts the running jobs. Releases them after at most `graceMs`; the attempts do not count. */
  stop(options: { readonly graceMs: number }): Promise<void>;
  /**
   * Runs every job that is due, and the jobs that become due in the process, without timers. Tests and tools use it
   * instead of `start`.
   * @returns the number of attempts.
   */
  drain(): Promise<number>;
}

/** @throws Error unless every kind of the lanes has exactly one handler. */
export function createWorker({ handlers, lanes, clockWatch = steadyClock, ...deps }: WorkerParts): Worker {
  const byKind = matchHandlers(lanes, handlers);
  const all = lanes.map((plan) => createLane(deps, plan, byKind, clockWatch));
  let unsubscribe: (() => void) | undefined;

  return {
    start() {
      if (unsubscribe !== undefined) throw new Error('the worker has been started already');
      unsubscribe = deps.store.subscribe((message) => {
        if (message.kind === 'jobs_ready' || message.kind === 'missed') {
          for (const lane of all) lane.wake();
        }
      });
      for (const lane of all) lane.start();
    },
    async stop({ graceMs }) {
      unsubscribe?.();
      unsubscribe = undefined;
      await Promise.all(all.map((lane) => lane.stop(graceMs)));
    },
    async drain() {
      let attempts = 0;
      let before: number;
      do {
        before = attempts;
        for (const lane of all) attempts += await lane.drain();
      } while (attempts > before);
      return attempts;
    },
  };
}
