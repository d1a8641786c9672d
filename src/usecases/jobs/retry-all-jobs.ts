/** Retries many dead jobs at once, from the newest to the oldest: a limited number for each call. */

import type { Instant } from '../../domain/zoned-time.ts';
import { type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { JobRecord } from './job-store.ts';
import { lockedJobView } from './locked-job.ts';
import { restartJob } from './restart-job.ts';
import { viewJob } from './view-job.ts';

type RetryDeps = ActDeps & Pick<Deps, 'jobs'>;

export interface RetriedAll {
  readonly retried: number;
  /** Number of dead jobs that this call did not examine. The count stops at `leftMax`. */
  readonly left: number;
  /** The `beforeId` of the next call; null: no jobs are left. */
  readonly next: number | null;
}

/** Maximum number of jobs retried in one transaction. On SQLite, new orders wait until the transaction ends. */
const retriedMax = 200;
/** Maximum number of jobs examined, including those that need no retry. */
const seenMax = 500;
const pageSize = 100;
const leftMax = 10_000;

/**
 * Retries dead jobs in one transaction, with one audit entry for all of them.
 * @param kind null: jobs of every kind.
 * @param beforeId the `next` of the previous call; null: begin with the newest job.
 * @throws AppError `forbidden`.
 */
export async function retryAllJobs(
  deps: RetryDeps,
  caller: OperatorCaller,
  kind: string | null,
  beforeId: number | null,
): Promise<RetriedAll> {
  requirePermission(caller, 'jobs_retry');
  // Search outside the transaction, because on SQLite a transaction blocks all other writers.
  const { ids, end } = await retryableJobs(deps, kind, beforeId);
  const left = end === null ? 0 : await deps.store.read.jobs.countDead(kind, end, leftMax);
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  const retried = await perform(deps, cause, async (act) => {
    let count = 0;
    for (const id of ids) {
      const view = await lockedJobView(deps.jobs, act, id);
      if (view?.canRetry === true && (await restartJob(deps.jobs, act, view.job))) count++;
    }
    if (count === 0) return 0;
    await recordAudit(act, caller, {
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
  /** The id of the last job examined; null: no older dead job exists. */
  readonly end: number | null;
}

async function retryableJobs(
  { store, clock, jobs }: Pick<Deps, 'store' | 'clock' | 'jobs'>,
  kind: string | null,
  beforeId: number | null,
): Promise<Retryable> {
  const now: Instant = clock.now();
  const ids: number[] = [];
  let end = beforeId;
  for (let seen = 0; seen < seenMax; ) {
    const page: JobRecord[] = await store.read.jobs.dead(kind, end, pageSize);
    for (const job of page) {
      end = job.id;
      seen++;
      if ((await viewJob(jobs, store.read, job, now)).canRetry) ids.push(job.id);
      if (ids.length === retriedMax) return { ids, end };
    }
    if (page.length < pageSize) return { ids, end: null };
  }
  return { ids, end };
}
