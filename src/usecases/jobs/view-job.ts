/** A job with its order, what is wrong with it, and what an operator may do about it. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { StoreReads } from '../ports/store.ts';
import type { AnyJob } from './define-job.ts';
import type { JobRecord } from './job-store.ts';

export type JobTrouble = 'dead' | 'lease_ended' | 'overdue';

export interface JobView {
  readonly job: JobRecord;
  readonly trouble: JobTrouble | null;
  /** Null: the job belongs to no order. */
  readonly orderNo: string | null;
  /** The id of the order; null when the job belongs to no order, or the order does not exist. */
  readonly orderId: number | null;
  readonly canRetry: boolean;
  /** Whether the job is dead and an operator may discard it. */
  readonly canDiscard: boolean;
}

/**
 * A worker claims a job as soon as its lease has ended. A job that waits longer than this after the end of
 * its lease shows that no worker is running.
 */
export const leaseGraceMs = 60_000;
export const overdueMs = 15 * 60_000;

export function troubleOf(job: JobRecord, now: Instant): JobTrouble | null {
  switch (job.state) {
    case 'dead':
      return 'dead';
    case 'running':
      return job.dueAt < now - leaseGraceMs ? 'lease_ended' : null;
    case 'ready':
      return job.dueAt < now - overdueMs ? 'overdue' : null;
  }
}

export function jobOfKind(jobs: readonly AnyJob[], kind: string): AnyJob {
  const found = jobs.find((job) => job.kind === kind);
  if (found === undefined) throw new Error(`no job is called ${kind}`);
  return found;
}

export async function viewJob(
  jobs: readonly AnyJob[],
  reads: StoreReads,
  job: JobRecord,
  now: Instant,
): Promise<JobView> {
  const definition = jobOfKind(jobs, job.kind);
  const trouble = troubleOf(job, now);
  const { orderNo, isNeeded } = await definition.purposeOf(reads, job);
  const orderId = orderNo === null ? null : ((await reads.orders.idByNo(orderNo)) ?? null);
  const view = { job, trouble, orderNo, orderId };
  if (job.state !== 'dead') {
    // Only a waiting job whose last attempt failed can be retried early. A job that waits for its planned time
    // cannot: for example, a file must not be removed before that time.
    const waitsAfterFailure = job.state === 'ready' && job.lastError !== null && job.runAt > now;
    return { ...view, canRetry: trouble !== null || waitsAfterFailure, canDiscard: false };
  }
  const isReplaced = await hasUnfinishedDuplicate(reads, job);
  return {
    ...view,
    canRetry: isNeeded && !isReplaced,
    canDiscard: !isNeeded || isReplaced || definition.mayBeDiscarded,
  };
}

async function hasUnfinishedDuplicate(
  reads: Pick<StoreReads, 'jobs'>,
  { kind, key }: JobRecord,
): Promise<boolean> {
  if (key === null) return false;
  return (await reads.jobs.named({ kind, key })).some(({ state }) => state !== 'dead');
}
