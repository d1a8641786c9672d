/** One lane: decides when to look for jobs. The slots of the lane decide which jobs run, and how many. */

import { type JobHandler, LeaseLost } from '../usecases/ports/job-handler.ts';
import type { LanePlan } from './lanes.ts';
import type { JobDeps } from './settle-job.ts';
import { createSlots, type LaneClock } from './slots.ts';

/** Messages from other machines can be lost, so the lane also looks for jobs this often. */
const pollMs = 1_000;
/**
 * The shortest pause between two queries of the queue. While another worker claims the jobs that are due,
 * this worker would otherwise query without a pause.
 */
const pauseMinMs = 20;
/**
 * The maximum number of attempts in one `drain`, so that `drain` ends even if jobs make themselves due again each
 * time.
 */
const drainedMax = 10_000;

export interface Lane {
  /** Looks for jobs now, after each `wake` and once a second, until `stop`. */
  start(): void;
  wake(): void;
  /**
   * Runs every job that is due now, and the jobs that become due in the process.
   * @returns the number of attempts.
   */
  drain(): Promise<number>;
  stop(graceMs: number): Promise<void>;
}

export function createLane(
  deps: JobDeps,
  plan: LanePlan,
  handlers: ReadonlyMap<string, JobHandler>,
  clockWatch: LaneClock,
): Lane {
  const slots = createSlots(deps, plan, handlers, wake, clockWatch);
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
        // If `nextAt` is undefined, every slot is taken, and the first attempt that ends wakes the lane.
        if (nextAt !== undefined) sleep(nextAt === 'unknown' ? pollMs : nextAt - deps.clock.now());
      } while (wokenMeanwhile && active);
    } catch (err) {
      if (!(err instanceof LeaseLost)) deps.log.error({ err, kinds: plan.kinds }, 'failed to claim jobs');
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
        if (slots.begun() - before > drainedMax) throw new Error('the jobs keep making themselves due again');
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
