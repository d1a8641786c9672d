/** The slots of one lane: claims due jobs while a slot is free, and stops the running jobs when the lane stops. */

import type { Instant } from '../domain/zoned-time.ts';
import { type JobHandler, LeaseLost } from '../usecases/ports/job-handler.ts';
import type { Job } from '../usecases/ports/jobs.ts';
import { type Attempt, startAttempt } from './attempt.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { LanePlan } from './lanes.ts';
import { type JobDeps, releaseJob } from './settle-job.ts';

export interface Slots {
  /**
   * Claims and starts jobs until every slot is taken, no job is due, or `mayBegin` returns false.
   * @returns the time at which the next job becomes due; `unknown` if no job waits; undefined if it stopped while more
   * jobs may be due.
   */
  fill(mayBegin: () => boolean): Promise<Instant | 'unknown' | undefined>;
  running(): number;
  /** The number of attempts that have been started. */
  begun(): number;
  /** Resolves when one of the running attempts ends. */
  oneEnds(): Promise<void>;
  /**
   * Aborts all attempts. Releases the jobs that have not ended after `graceMs`; results that those jobs store later
   * are refused.
   */
  end(graceMs: number): Promise<void>;
}

export type LaneClock = Pick<ClockWatch, 'check' | 'mayClaim' | 'mayJudgeDeadlines'>;

type Claimed = { readonly job: Job; readonly handler: JobHandler };
type Idle = { readonly nextAt: Instant | 'unknown' };

export function createSlots(
  deps: JobDeps,
  plan: LanePlan,
  handlers: ReadonlyMap<string, JobHandler>,
  ended: () => void,
  clockWatch: LaneClock,
): Slots {
  const claim = claimer(deps, plan, handlers, clockWatch);
  const running = new Set<Attempt>();
  let begun = 0;

  function begin({ job, handler }: Claimed): void {
    begun++;
    const attempt = startAttempt(deps, handler, job);
    running.add(attempt);
    void attempt.ended.then(() => {
      running.delete(attempt);
      ended();
    });
  }

  return {
    running: () => running.size,
    begun: () => begun,
    async fill(mayBegin) {
      while (running.size < plan.concurrency && mayBegin()) {
        const found = await claim();
        if ('nextAt' in found) return found.nextAt;
        if (!mayBegin()) {
          // The lane has been stopped during the claim.
          await releaseJob(deps, found.job);
          return undefined;
        }
        begin(found);
      }
      return undefined;
    },
    async oneEnds() {
      await Promise.race([...running].map((attempt) => attempt.ended));
    },
    end: (graceMs) => endAttempts(deps, running, graceMs),
  };
}

function claimer(
  { store, clock }: JobDeps,
  { kinds, operations }: LanePlan,
  handlers: ReadonlyMap<string, JobHandler>,
  clockWatch: LaneClock,
): () => Promise<Claimed | Idle> {
  // The kind of the job is unknown before the claim, so claim it with the longest lease. The first heartbeat
  // sets the lease of its kind.
  const leaseMs = Math.max(...kinds.map((kind) => handlers.get(kind)?.leaseMs ?? 0));
  const withoutDeadlines = kinds.filter((kind) => handlers.get(kind)?.judgesDeadlines !== true);
  return async () => {
    clockWatch.check();
    if (!clockWatch.mayClaim()) return { nextAt: 'unknown' };
    const now = clock.now();
    const claimed = clockWatch.mayJudgeDeadlines() ? kinds : withoutDeadlines;
    const found = await store.transaction(async (tx): Promise<Job | Idle> => {
      const job = await tx.jobs.claim(claimed, now, now + leaseMs, operations);
      return job ?? { nextAt: (await tx.jobs.nextDueAt(claimed, operations)) ?? 'unknown' };
    });
    if ('nextAt' in found) return found;
    const handler = handlers.get(found.kind);
    if (handler === undefined)
      throw new Error(`claimed a job of the kind ${found.kind}, which has no handler`);
    return { job: found, handler };
  };
}

async function endAttempts(deps: JobDeps, running: ReadonlySet<Attempt>, graceMs: number): Promise<void> {
  for (const attempt of running) attempt.stop();
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([Promise.all([...running].map((attempt) => attempt.ended)), grace]);
  clearTimeout(timer);
  for (const { job } of running) {
    try {
      await releaseJob(deps, job);
      deps.log.warn({ jobId: job.id, job: job.kind }, 'job released while it was running');
    } catch (err) {
      // Ignore the error: the job has ended in the meantime, or the database is unreachable and the lease
      // will expire.
      if (!(err instanceof LeaseLost)) deps.log.error({ err, jobId: job.id }, 'failed to release the job');
    }
  }
}
