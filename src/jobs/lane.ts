/** One lane at work: when to look for jobs. Who may run and how many is its slots' matter. */

import { type JobHandler, LeaseLost } from '../usecases/ports/job-handler.ts';
import type { JobKind } from '../usecases/ports/jobs.ts';
import type { LanePlan } from './lanes.ts';
import type { JobDeps } from './settle-job.ts';
import { createSlots } from './slots.ts';

/** A wake-up call from another machine may be lost, so nobody sleeps longer. */
const pollMs = 1_000;
/** What is due and cannot be had is being claimed by another worker: no spinning on it. */
const pauseMinMs = 20;
/** Bounds a drain whose jobs put themselves back for now, for ever. */
const drainedMax = 10_000;

export interface Lane {
  /** Looks for work, now and whenever there may be some, until `stop`. */
  start(): void;
  wake(): void;
  /** Runs everything that is due now, and what becomes due by it. @returns the number of attempts. */
  drain(): Promise<number>;
  stop(graceMs: number): Promise<void>;
}

export function createLane(deps: JobDeps, plan: LanePlan, handlers: ReadonlyMap<JobKind, JobHandler>): Lane {
  const slots = createSlots(deps, plan, handlers, wake);
  let active = false;
  let pumping: Promise<void> | undefined;
  let wokenMeanwhile = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (!active) return;
    if (pumping === undefined) pumping = pump();
    else wokenMeanwhile = true;
  }

  async function pump(): Promise<void> {
    try {
      do {
        wokenMeanwhile = false;
        const nextAt = await slots.fill(() => active);
        // With every slot taken nobody looks: the first to end does.
        if (nextAt !== undefined) sleep(nextAt === 'unknown' ? pollMs : nextAt - deps.clock.now());
      } while (wokenMeanwhile && active);
    } catch (err) {
      if (!(err instanceof LeaseLost)) deps.log.error({ err, kinds: plan.kinds }, 'jobs not claimed');
      sleep(pollMs);
    } finally {
      pumping = undefined;
    }
  }

  function sleep(pauseMs: number): void {
    clearTimeout(timer);
    if (active) timer = setTimeout(wake, Math.max(pauseMinMs, Math.min(pollMs, pauseMs)));
  }

  return {
    start() {
      active = true;
      wake();
    },
    wake,
    async drain() {
      if (active) throw new Error('a started worker cannot be drained');
      const before = slots.begun();
      for (;;) {
        await slots.fill(() => true);
        if (slots.running() === 0) return slots.begun() - before;
        if (slots.begun() - before > drainedMax) throw new Error('the jobs never come to rest');
        await slots.oneEnds();
      }
    },
    async stop(graceMs) {
      active = false;
      clearTimeout(timer);
      await pumping;
      await slots.end(graceMs);
    },
  };
}
