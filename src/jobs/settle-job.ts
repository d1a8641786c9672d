/**
 * Ends an attempt in the table: one transaction that holds the handler's own changes and the job's. Where the
 * fencing token is no longer the job's, all of it rolls back as `LeaseLost`.
 *
 * The handler's changes come first and the job's row last: they take the order's lock, which goes before the
 * locks of its jobs. An attempt that counts leaves a record for the operator, in the same transaction.
 */

import type { Instant } from '../domain/zoned-time.ts';
import type { JobAttempt } from '../usecases/jobs/job-store.ts';
import { type JobHandler, type JobVerdict, LeaseLost } from '../usecases/ports/job-handler.ts';
import type { Job } from '../usecases/ports/jobs.ts';
import type { Store, StoreTransaction } from '../usecases/ports/store.ts';
import type { Clock, Log, Random } from '../usecases/ports/tools.ts';
import { pauseAfterMs } from './back-off.ts';

export interface JobDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export interface AttemptDeps extends JobDeps {
  readonly startedAt: Instant;
}

export type Settled = 'done' | 'again' | 'failed' | 'exhausted';

/** Bounds what one failure may write into the table. */
const errorLengthMax = 1000;

export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, errorLengthMax);
}

/** @throws LeaseLost, and what the verdict's own commit throws: that is a failed attempt then. */
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
        return settleExhausted(deps, handler, job, error ?? 'out of attempts');
      }
      // The table takes whole milliseconds; a growing pause is seldom one.
      const runAt = Math.ceil(verdict.runAt);
      const text = error?.slice(0, errorLengthMax) ?? null;
      await write(deps, async (tx) => {
        await commit?.(tx);
        if (counted) await record(deps, tx, job, 'failed', text);
        return tx.jobs.release(job, runAt, { error: text, counted });
      });
      return counted ? 'failed' : 'again';
    }
    case 'hopeless':
      return settleExhausted(deps, handler, job, verdict.error);
  }
}

/** A failed attempt: a pause, or the end. @throws LeaseLost */
export async function settleFailure(
  deps: AttemptDeps,
  handler: JobHandler,
  job: Job,
  error: string,
): Promise<Settled> {
  if (job.attempts >= job.attemptsMax) return settleExhausted(deps, handler, job, error);
  const runAt = deps.clock.now() + pauseAfterMs(handler, job.attempts, deps.random);
  await write(deps, async (tx) => {
    await record(deps, tx, job, 'failed', error);
    return tx.jobs.release(job, runAt, { error, counted: true });
  });
  return 'failed';
}

/** No further attempt: kept for the operator. @throws LeaseLost, and what `exhausted` throws. */
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
    return tx.jobs.markDead(job, text);
  });
  return 'exhausted';
}

/** Due again at once, as if it had never been claimed. @throws LeaseLost */
export async function giveBack(deps: JobDeps, job: Job): Promise<void> {
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
  // A clock that was set back must not undo the work.
  const durationMs = Math.max(0, endedAt - startedAt);
  const { kind, key, attempts: attempt } = job;
  await tx.jobs.recordAttempt({ kind, key, attempt, endedAt, durationMs, end, error });
}

async function write(deps: JobDeps, work: (tx: StoreTransaction) => Promise<boolean>): Promise<void> {
  await deps.store.transaction(async (tx) => {
    if (!(await work(tx))) throw new LeaseLost();
  });
}
