/** Trying dead jobs again by the hundred: a bounded piece a call, from the newest to the oldest. */

import type { Instant } from '../../domain/zoned-time.ts';
import { type ConsoleCaller, noteAct, requirePermission } from '../callers/console-caller.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import type { JobRecord } from '../ports/console-store.ts';
import type { JobKind } from '../ports/jobs.ts';
import { lockedJobView, startAgain } from './start-job-again.ts';
import { viewJob } from './view-job.ts';

type RetryDeps = Pick<ConsoleDeps, 'store' | 'clock' | 'random' | 'settings'>;

export interface RetriedAll {
  readonly retried: number;
  /** Dead jobs that this call did not look at; `leftMax` means as many or more. */
  readonly left: number;
  /** Where the next call goes on; null where nothing is left. */
  readonly next: number | null;
}

/** One transaction must not keep the database from customers for long. */
const retriedMax = 200;
/** Those that nothing is left to do for are looked at and passed over. */
const seenMax = 500;
const pageSize = 100;
const leftMax = 10_000;

/**
 * One transaction with one line in the log.
 * @param kind null: of every kind.
 * @param beforeId where the call before this one stopped; null: at the newest.
 * @throws AppError `forbidden`.
 */
export async function retryAllJobs(
  deps: RetryDeps,
  caller: ConsoleCaller,
  kind: JobKind | null,
  beforeId: number | null,
): Promise<RetriedAll> {
  requirePermission(caller, 'jobs_retry');
  // Looked for outside, since on SQLite a transaction holds the only writer.
  const { ids, end } = await retryableJobs(deps, kind, beforeId);
  const left = end === null ? 0 : await deps.store.read.countDeadJobs(kind, end, leftMax);
  const retried = await deps.store.transaction(async (tx) => {
    let count = 0;
    for (const id of ids) {
      const view = await lockedJobView(deps, tx, id);
      if (view?.canRetry === true && (await startAgain(deps, tx, caller, view.job))) count++;
    }
    if (count === 0) return 0;
    await noteAct(deps, tx, caller, {
      action: 'jobs_retried',
      targetKind: 'job',
      targetId: kind ?? 'all',
      reason: null,
      before: null,
      after: { retried: count, kind, left },
    });
    return count;
  });
  return { retried, left, next: left === 0 ? null : end };
}

interface Retryable {
  readonly ids: readonly number[];
  /** The last one that was looked at; null: there was none after it. */
  readonly end: number | null;
}

async function retryableJobs(
  { store, clock }: Pick<ConsoleDeps, 'store' | 'clock'>,
  kind: JobKind | null,
  beforeId: number | null,
): Promise<Retryable> {
  const now: Instant = clock.now();
  const ids: number[] = [];
  let end = beforeId;
  for (let seen = 0; seen < seenMax; ) {
    const page: JobRecord[] = await store.read.deadJobs(kind, end, pageSize);
    for (const job of page) {
      end = job.id;
      seen++;
      if ((await viewJob(store.read, job, now)).canRetry) ids.push(job.id);
      if (ids.length === retriedMax) return { ids, end };
    }
    if (page.length < pageSize) return { ids, end: null };
  }
  return { ids, end };
}
