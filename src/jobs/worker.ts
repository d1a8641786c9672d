/**
 * The worker: runs the one table of jobs. Any number of workers on any number of machines share it; the store
 * sees to it that a job is one worker's at a time. What a job does is its handler's; this only claims, renews,
 * retries and settles.
 */

import type { JobHandler } from '../usecases/ports/job-handler.ts';
import { createLane } from './lane.ts';
import { type LanePlan, matchHandlers } from './lanes.ts';
import type { JobDeps } from './settle-job.ts';

export interface WorkerParts extends JobDeps {
  readonly handlers: readonly JobHandler[];
  readonly lanes: readonly LanePlan[];
}

export interface Worker {
  start(): void;
  /** Claims nothing more, aborts what runs, and gives it back uncounted after at most `graceMs`. */
  stop(options: { readonly graceMs: number }): Promise<void>;
  /**
   * Runs everything that is due by the clock, what becomes due by it included, without timers. For tests and
   * tools, instead of `start`. @returns the number of attempts.
   */
  drain(): Promise<number>;
}

/** @throws Error unless every kind of the lanes has exactly one handler. */
export function createWorker({ handlers, lanes, ...deps }: WorkerParts): Worker {
  const byKind = matchHandlers(lanes, handlers);
  const all = lanes.map((plan) => createLane(deps, plan, byKind));
  let unsubscribe: (() => void) | undefined;

  return {
    start() {
      if (unsubscribe !== undefined) throw new Error('the worker has been started already');
      unsubscribe = deps.store.subscribe((announcement) => {
        if (announcement.kind === 'jobs_ready' || announcement.kind === 'missed') {
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
