/** Jobs that are dead or stuck: the list with the reasons, retrying one, discarding one. */

import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type Act, type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { JobKind } from '../ports/jobs.ts';
import type { Store } from '../ports/store.ts';
import type { AnyJob } from './define-job.ts';
import type { JobRecord } from './job-store.ts';
import { lockedJobView, restartJob } from './restart-job.ts';
import { type JobView, leaseGraceMs, overdueMs, viewJob } from './view-job.ts';

type JobsDeps = ActDeps & Pick<Deps, 'jobs'>;

export interface JobPage {
  readonly jobs: readonly JobView[];
  /** Null: this was the last page. */
  readonly next: number | null;
}

/** Dead jobs newest first; stuck ones oldest first and without further pages. @throws AppError `forbidden`. */
export async function listJobs(
  { store, clock, jobs }: Pick<Deps, 'store' | 'clock' | 'jobs'>,
  caller: OperatorCaller,
  filter: { readonly trouble: 'dead' | 'stuck'; readonly kind: JobKind | null },
  beforeId: number | null,
  limit: number,
): Promise<JobPage> {
  requirePermission(caller, 'jobs_see');
  const now = clock.now();
  if (filter.trouble === 'stuck') {
    const bounds = { leaseBefore: now - leaseGraceMs, dueBefore: now - overdueMs };
    const stuck = await store.read.jobs.stuck(filter.kind, bounds, limit);
    return { jobs: await viewsOf(jobs, store, stuck, now), next: null };
  }
  const found = await store.read.jobs.dead(filter.kind, beforeId, limit + 1);
  const shown = found.slice(0, limit);
  return {
    jobs: await viewsOf(jobs, store, shown, now),
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** One after the other, so that one page does not use every connection to the database. */
async function viewsOf(
  kinds: readonly AnyJob[],
  { read }: Store,
  jobs: readonly JobRecord[],
  now: Instant,
): Promise<JobView[]> {
  const views: JobView[] = [];
  for (const job of jobs) views.push(await viewJob(kinds, read, job, now));
  return views;
}

/** @throws AppError `forbidden`, `unknown_item`, `illegal_transition` where nothing would be done by it. */
export async function retryJob(deps: JobsDeps, caller: OperatorCaller, id: number): Promise<void> {
  requirePermission(caller, 'jobs_retry');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const { job, canRetry, orderNo } = await requireView(deps.jobs, act, id);
    if (!canRetry || !(await restartJob(deps.jobs, act, job))) {
      throw new AppError(
        'illegal_transition',
        'This job cannot be retried: it is running, or it has nothing left to do.',
        { reason: 'job_not_retriable' },
      );
    }
    await recordAudit(act, caller, {
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
  deps: JobsDeps,
  caller: OperatorCaller,
  id: number,
  reason: string,
): Promise<void> {
  requirePermission(caller, 'jobs_discard');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const { job, canDiscard, orderNo } = await requireView(deps.jobs, act, id);
    if (!canDiscard || !(await act.tx.jobs.removeDead(id))) {
      throw new AppError(
        'illegal_transition',
        'This job cannot be discarded because its order still needs it.',
        { reason: 'job_still_needed' },
      );
    }
    await recordAudit(act, caller, {
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
async function requireView(jobs: readonly AnyJob[], act: Act, id: number): Promise<JobView> {
  const view = await lockedJobView(jobs, act, id);
  if (view === undefined)
    throw new AppError('unknown_item', 'There is no such job. It may have finished.', {
      reason: 'unknown_job',
    });
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
