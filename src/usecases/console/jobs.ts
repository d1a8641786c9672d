/** Work that failed for good or is stuck: why, and trying it again or giving it up. */

import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { retryRefunds } from '../money/refund-order.ts';
import type { ConsoleReads, JobRecord } from '../ports/console-store.ts';
import type { JobKind } from '../ports/jobs.ts';
import type { Store, StoreTransaction } from '../ports/store.ts';
import { type ConsoleCaller, noteAct, requirePermission } from './console-caller.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { type JobView, leaseGraceMs, overdueMs, viewJob } from './jobs-view.ts';

type JobsDeps = Pick<ConsoleDeps, 'store' | 'clock' | 'random' | 'settings'>;

export interface JobPage {
  readonly jobs: readonly JobView[];
  /** Null: this was the last page. */
  readonly next: number | null;
}

export interface RetriedAll {
  readonly retried: number;
  /** Dead jobs that can be retried and were not reached. */
  readonly left: number;
}

/** One transaction must not keep the database from customers for long. */
const retriedMax = 200;
const pageSize = 100;

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
    const { job, canRetry, orderNo } = await lockedView(deps, tx, id);
    if (!canRetry || !(await startAgain(deps, tx, caller, job))) {
      throw new AppError(
        'illegal_transition',
        'This job cannot be retried: nothing is left for it to do, or it runs.',
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

/**
 * Dead jobs, the newest first, in one transaction.
 * @param kind null: of every kind.
 * @throws AppError `forbidden`.
 */
export async function retryAllJobs(
  deps: JobsDeps,
  caller: ConsoleCaller,
  kind: JobKind | null,
): Promise<RetriedAll> {
  requirePermission(caller, 'jobs_retry');
  // Looked for outside, since on SQLite a transaction holds the only writer.
  const { ids, left } = await retryableJobs(deps, kind);
  const retried = await deps.store.transaction(async (tx) => {
    let count = 0;
    for (const id of ids) {
      const view = await findView(deps, tx, id);
      if (view?.canRetry === true && (await startAgain(deps, tx, caller, view.job))) count++;
    }
    if (count === 0) return 0;
    await noteAct(deps, tx, caller, {
      action: 'jobs_retried',
      targetKind: 'job',
      targetId: kind ?? 'all',
      reason: null,
      before: { dead: ids.length + left },
      after: { retried: count, kind },
    });
    return count;
  });
  return { retried, left };
}

async function retryableJobs(
  { store, clock }: Pick<ConsoleDeps, 'store' | 'clock'>,
  kind: JobKind | null,
): Promise<{ readonly ids: readonly number[]; readonly left: number }> {
  const ids: number[] = [];
  let found = 0;
  let before: number | null = null;
  for (;;) {
    const page: JobRecord[] = await store.read.deadJobs(kind, before, pageSize);
    for (const job of page) {
      if (!(await viewJob(store.read, job, clock.now())).canRetry) continue;
      found++;
      if (ids.length < retriedMax) ids.push(job.id);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return { ids, left: found - ids.length };
    before = last.id;
  }
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
    const { job, canDiscard, orderNo } = await lockedView(deps, tx, id);
    if (!canDiscard || !(await tx.removeDeadJob(id))) {
      throw new AppError('illegal_transition', 'This job cannot be discarded: its work is still owed.');
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

/** What is judged stays so until the transaction ends, where it is an order's. @throws AppError `unknown_item`. */
async function lockedView(
  deps: Pick<ConsoleDeps, 'clock'>,
  tx: StoreTransaction,
  id: number,
): Promise<JobView> {
  const view = await findView(deps, tx, id);
  if (view === undefined) throw new AppError('unknown_item', 'There is no such job; it may have ended.');
  return view;
}

async function findView(
  { clock }: Pick<ConsoleDeps, 'clock'>,
  tx: StoreTransaction,
  id: number,
): Promise<JobView | undefined> {
  const first = await viewById(tx, clock.now(), id);
  if (first === undefined || first.orderNo === null) return first;
  await tx.lockOrder(first.orderNo);
  return viewById(tx, clock.now(), id);
}

async function viewById(
  tx: StoreTransaction & ConsoleReads,
  now: Instant,
  id: number,
): Promise<JobView | undefined> {
  const job = await tx.jobById(id);
  return job === undefined ? undefined : viewJob(tx, job, now);
}

/** @returns false when another did so first. */
async function startAgain(
  deps: JobsDeps,
  tx: StoreTransaction,
  caller: ConsoleCaller,
  job: JobRecord,
): Promise<boolean> {
  const now = deps.clock.now();
  if (job.state !== 'dead') return tx.hastenJob(job.id, now);
  if (job.kind === 'refund_payment') await retryFailedRefund(deps, tx, caller, job);
  return tx.reviveJob(job.id, now);
}

/** The job of a refund that is told as failed would do nothing: the refund itself is asked for again. */
async function retryFailedRefund(
  deps: JobsDeps,
  tx: StoreTransaction,
  caller: ConsoleCaller,
  { key }: JobRecord,
): Promise<void> {
  const refund = key === null ? undefined : await tx.refundByNo(key);
  if (refund?.state !== 'failed') return;
  const order = await tx.lockOrderById(refund.orderId);
  if (order === undefined) throw new Error(`refund ${refund.refundNo} has no order`);
  const { name, role } = caller.operator;
  // Enqueues a job of its own; `reviveJob` then removes the dead one.
  await retryRefunds(deps, tx, { kind: 'operator', name, role }, order, [refund], caller.requestId);
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
