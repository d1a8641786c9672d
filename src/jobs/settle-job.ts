/**
 * Stores the end of an attempt. One transaction contains the changes of the handler and of the job. If the fencing
 * token is out of date, another worker has claimed the job: the transaction rolls back with `LeaseLost`.
 *
 * The handler's changes come before the job's row, because they lock the order, and an order is locked before its
 * jobs. The same transaction records every attempt that counts, for the operator.
 */

import type { Instant } from '../domain/zoned-time.ts';
import type { JobAttempt } from '../usecases/jobs/job-store.ts';
import { type JobHandler, type JobVerdict, LeaseLost } from '../usecases/ports/job-handler.ts';
import type { JobMeter } from '../usecases/ports/job-meter.ts';
import type { Job } from '../usecases/ports/jobs.ts';
import type { Store, StoreTransaction } from '../usecases/ports/store.ts';
import type { Clock, Log, Random } from '../usecases/ports/tools.ts';
import { pauseAfterMs } from './back-off.ts';

export interface JobDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Counts and measures attempts. Default: nothing counts them. */
  readonly meter?: JobMeter;
}

export interface AttemptDeps extends JobDeps {
  readonly startedAt: Instant;
}

export type Settled = 'done' | 'again' | 'failed' | 'exhausted';

/** Longest error text that a job stores. */
const errorLengthMax = 1000;

export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, errorLengthMax);
}

/**
 * @throws LeaseLost, or the error of the verdict's `commit`. After an error of `commit`, the attempt counts as
 * failed.
 */
export async function settleVerdict(
  deps: AttemptDeps,
  handler: JobHandler,
  job: Job,
  verdict: JobVerdict,
): Promise<Settled> {
  switch (verdict.kind) {
    case 'done':
      await write(deps, async (tx) => {
        await verdict.commit?.(tx);
        await record(deps, tx, job, 'done', null);
        return tx.jobs.complete(job);
      });
      return 'done';
    case 'again': {
      const { counted, commit, error = null } = verdict;
      if (counted && job.attempts >= job.attemptsMax) {
        return settleExhausted(deps, handler, job, error ?? 'no attempts left');
      }
      // The database stores whole milliseconds, but a computed pause can have a fraction.
      const runAt = Math.ceil(verdict.runAt);
      const text = error?.slice(0, errorLengthMax) ?? null;
      await write(deps, async (tx) => {
        await commit?.(tx);
        if (counted) await record(deps, tx, job, 'failed', text);
        return tx.jobs.release(job, runAt, { error: text, counted, isPlanned: !counted && text === null });
      });
      return counted ? 'failed' : 'again';
    }
    case 'wait':
      await write(deps, (tx) =>
        tx.jobs.release(job, Math.ceil(verdict.until), { error: job.lastError, counted: false }),
      );
      return 'again';
    case 'failed':
      return settleFailure(deps, handler, job, verdict.error, verdict.commit);
    case 'hopeless':
      return settleExhausted(deps, handler, job, verdict.error);
  }
}

/**
 * Settles a failed attempt: the job waits for its next attempt, or is marked dead after the last one.
 * @throws LeaseLost
 */
export async function settleFailure(
  deps: AttemptDeps,
  handler: JobHandler,
  job: Job,
  error: string,
  commit?: (tx: StoreTransaction) => Promise<void>,
): Promise<Settled> {
  if (job.attempts >= job.attemptsMax) return settleExhausted(deps, handler, job, error);
  const runAt = deps.clock.now() + pauseAfterMs(handler, job.attempts, deps.random);
  const text = error.slice(0, errorLengthMax);
  await write(deps, async (tx) => {
    await commit?.(tx);
    await record(deps, tx, job, 'failed', text);
    return tx.jobs.release(job, runAt, { error: text, counted: true });
  });
  return 'failed';
}

/**
 * Marks the job as dead and keeps it for the operator, unless its kind leaves no dead job.
 * @throws LeaseLost, or the error of the handler's `exhausted`.
 */
export async function settleExhausted(
  deps: AttemptDeps,
  handler: JobHandler,
  job: Job,
  error: string,
): Promise<Settled> {
  const text = error.slice(0, errorLengthMax);
  await write(deps, async (tx) => {
    await handler.exhausted?.(tx, job, text);
    await record(deps, tx, job, 'exhausted', text);
    return handler.leavesNoDeadJob === true ? tx.jobs.complete(job) : tx.jobs.markDead(job, text);
  });
  return 'exhausted';
}

const troublePauseMsMin = 5_000;
const troublePauseMsMax = 2 * 60_000;

/**
 * How long a job waits after a failure of the machine: half of the job's age, so that each pause is longer than the
 * one before.
 */
function troublePauseMs(job: Pick<Job, 'createdAt'>, now: Instant): number {
  return Math.min(troublePauseMsMax, Math.max(troublePauseMsMin, Math.round((now - job.createdAt) / 2)));
}

/**
 * Settles an attempt that a failure of the machine ended: the job waits, and the attempt does not count.
 * @throws LeaseLost
 */
export async function settleTrouble(deps: AttemptDeps, job: Job, error: string): Promise<Settled> {
  const now = deps.clock.now();
  const runAt = now + troublePauseMs(job, now);
  await write(deps, (tx) => tx.jobs.release(job, runAt, { error, counted: false }));
  return 'again';
}

/**
 * Releases the job: it is due at once, and the attempt does not count.
 * @throws LeaseLost
 */
export async function releaseJob(deps: JobDeps, job: Job): Promise<void> {
  await write(deps, (tx) => tx.jobs.release(job, deps.clock.now(), { error: job.lastError, counted: false }));
}

async function record(
  { clock, startedAt }: AttemptDeps,
  tx: StoreTransaction,
  job: Job,
  end: JobAttempt['end'],
  error: string | null,
): Promise<void> {
  const endedAt = clock.now();
  // If the clock was set back, the duration would be negative and the database would refuse the row.
  const durationMs = Math.max(0, endedAt - startedAt);
  const { kind, key, attempts: attempt } = job;
  await tx.jobs.recordAttempt({ kind, key, attempt, endedAt, durationMs, end, error });
}

async function write(deps: JobDeps, work: (tx: StoreTransaction) => Promise<boolean>): Promise<void> {
  await deps.store.transaction(async (tx) => {
    if (!(await work(tx))) throw new LeaseLost();
  });
}
