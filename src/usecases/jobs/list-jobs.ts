/** Work that failed for good or is stuck: why, and trying it again or giving it up. */

import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type ConsoleCaller, noteAct, requirePermission } from '../callers/console-caller.ts';
import type { ConsoleDeps } from '../console-deps.ts';
import type { JobRecord } from '../ports/console-store.ts';
import type { JobKind } from '../ports/jobs.ts';
import type { Store, StoreTransaction } from '../ports/store.ts';
import { lockedJobView, startAgain } from './start-job-again.ts';
import { type JobView, leaseGraceMs, overdueMs, viewJob } from './view-job.ts';

type JobsDeps = Pick<ConsoleDeps, 'store' | 'clock' | 'random' | 'settings'>;

export interface JobPage {
  readonly jobs: readonly JobView[];
  /** Null: this was the last page. */
  readonly next: number | null;
}

/** Dead jobs newest first; stuck ones oldest first and without further pages. @throws AppError `forbidden`. */
export async function listJobs(
  { store, clock }: Pick<ConsoleDeps, 'store' | 'clock'>,
  caller: ConsoleCaller,
  filter: { readonly trouble: 'dead' | 'stuck'; readonly kind: JobKind | null },
  beforeId: number | null,
  limit: number,
): Promise<JobPage> {
  requirePermission(caller, 'jobs_see');
  const now = clock.now();
  if (filter.trouble === 'stuck') {
    const bounds = { leaseBefore: now - leaseGraceMs, dueBefore: now - overdueMs };
    const stuck = await store.read.stuckJobs(filter.kind, bounds, limit);
    return { jobs: await viewsOf(store, stuck, now), next: null };
  }
  const found = await store.read.deadJobs(filter.kind, beforeId, limit + 1);
  const shown = found.slice(0, limit);
  return {
    jobs: await viewsOf(store, shown, now),
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** One after the other: a page must not take every connection to the database. */
async function viewsOf({ read }: Store, jobs: readonly JobRecord[], now: Instant): Promise<JobView[]> {
  const views: JobView[] = [];
  for (const job of jobs) views.push(await viewJob(read, job, now));
  return views;
}

/** @throws AppError `forbidden`, `unknown_item`, `illegal_transition` where nothing would be done by it. */
export async function retryJob(deps: JobsDeps, caller: ConsoleCaller, id: number): Promise<void> {
  requirePermission(caller, 'jobs_retry');
  await deps.store.transaction(async (tx) => {
    const { job, canRetry, orderNo } = await requireView(deps, tx, id);
    if (!canRetry || !(await startAgain(deps, tx, caller, job))) {
      throw new AppError(
        'illegal_transition',
        'This job cannot be retried: it is running, or it has nothing left to do.',
        { reason: 'job_not_retriable' },
      );
    }
    await noteAct(deps, tx, caller, {
      action: 'job_retried',
      targetKind: 'job',
      targetId: String(id),
      reason: null,
      before: factsOf(job),
      after: { state: 'ready', order_no: orderNo },
    });
  });
}

/** @throws AppError `forbidden`, `unknown_item`, `illegal_transition` where something would be lost. */
export async function discardJob(
  deps: Pick<ConsoleDeps, 'store' | 'clock'>,
  caller: ConsoleCaller,
  id: number,
  reason: string,
): Promise<void> {
  requirePermission(caller, 'jobs_discard');
  await deps.store.transaction(async (tx) => {
    const { job, canDiscard, orderNo } = await requireView(deps, tx, id);
    if (!canDiscard || !(await tx.removeDeadJob(id))) {
      throw new AppError(
        'illegal_transition',
        'This job cannot be discarded because its order still needs it.',
        {
          reason: 'job_still_needed',
        },
      );
    }
    await noteAct(deps, tx, caller, {
      action: 'job_discarded',
      targetKind: 'job',
      targetId: String(id),
      reason,
      before: { ...factsOf(job), order_no: orderNo },
      after: null,
    });
  });
}

/** @throws AppError `unknown_item`. */
async function requireView(
  deps: Pick<ConsoleDeps, 'clock'>,
  tx: StoreTransaction,
  id: number,
): Promise<JobView> {
  const view = await lockedJobView(deps, tx, id);
  if (view === undefined) {
    throw new AppError('unknown_item', 'There is no such job. It may have finished.', {
      reason: 'unknown_job',
    });
  }
  return view;
}

function factsOf(job: JobRecord) {
  return {
    kind: job.kind,
    key: job.key,
    state: job.state,
    attempts: job.attempts,
    last_error: job.lastError,
  };
}
