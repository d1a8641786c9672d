/** The slots of one lane: claims what is due while a slot is free, and knows when to look again. */

import type { Instant } from '../domain/zoned-time.ts';
import { type JobHandler, LeaseLost } from '../usecases/ports/job-handler.ts';
import type { Job, JobKind } from '../usecases/ports/jobs.ts';
import { type Attempt, startAttempt } from './attempt.ts';
import type { LanePlan } from './lanes.ts';
import { giveBack, type JobDeps } from './settle-job.ts';

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
  const claim = claimer(deps, plan, handlers);
  const running = new Set<Attempt>();
  let active = false;
  let pumping: Promise<void> | undefined;
  let wokenMeanwhile = false;
  let timer: NodeJS.Timeout | undefined;

  function begin({ job, handler }: Claimed): void {
    const attempt = startAttempt(deps, handler, job);
    running.add(attempt);
    void attempt.ended.then(() => {
      running.delete(attempt);
      wake();
    });
  }

  /** @returns when to look again; undefined when every slot is taken: the first to end looks then. */
  async function fill(mayBegin: () => boolean): Promise<Instant | undefined> {
    while (running.size < plan.concurrency && mayBegin()) {
      const found = await claim();
      if ('nextAt' in found) return found.nextAt;
      if (!mayBegin()) {
        await giveBack(deps, found.job);
        return undefined;
      }
      begin(found);
    }
    return undefined;
  }

  async function pump(): Promise<void> {
    try {
      do {
        wokenMeanwhile = false;
        const nextAt = await fill(() => active);
        if (nextAt !== undefined) sleep(nextAt - deps.clock.now());
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

  function wake(): void {
    if (!active) return;
    if (pumping === undefined) pumping = pump();
    else wokenMeanwhile = true;
  }

  async function drain(): Promise<number> {
    if (active) throw new Error('a started worker cannot be drained');
    let attempts = 0;
    for (;;) {
      const before = running.size;
      await fill(() => true);
      attempts += running.size - before;
      if (running.size === 0) return attempts;
      if (attempts > drainedMax) throw new Error('the jobs never come to rest');
      await Promise.race([...running].map((attempt) => attempt.ended));
    }
  }

  return {
    start() {
      active = true;
      wake();
    },
    wake,
    drain,
    async stop(graceMs) {
      active = false;
      clearTimeout(timer);
      await pumping;
      await endAttempts(deps, running, graceMs);
    },
  };
}

type Claimed = { readonly job: Job; readonly handler: JobHandler };

function claimer(
  { store, clock }: JobDeps,
  { kinds }: LanePlan,
  handlers: ReadonlyMap<JobKind, JobHandler>,
): () => Promise<Claimed | { readonly nextAt: Instant }> {
  // Which kind comes is not known before; the first heartbeat sets the kind's own lease.
  const leaseMs = Math.max(...kinds.map((kind) => handlers.get(kind)?.leaseMs ?? 0));
  return async () => {
    const now = clock.now();
    const found = await store.transaction(async (tx) => {
      const job = await tx.claimJob(kinds, now, now + leaseMs);
      return job ?? { nextAt: (await tx.nextJobAt(kinds)) ?? now + pollMs };
    });
    if ('nextAt' in found) return found;
    const handler = handlers.get(found.kind);
    if (handler === undefined)
      throw new Error(`claimed a job of the kind ${found.kind}, which has no handler`);
    return { job: found, handler };
  };
}

/** Aborts what runs; what has not ended within the grace is given back, and its late result will be refused. */
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
      await giveBack(deps, job);
      deps.log.warn({ jobId: job.id, job: job.kind }, 'job given back while it still ran');
    } catch (err) {
      // It ended meanwhile, or the database is gone; the lease ends by itself.
      if (!(err instanceof LeaseLost)) deps.log.error({ err, jobId: job.id }, 'job not given back');
    }
  }
}
