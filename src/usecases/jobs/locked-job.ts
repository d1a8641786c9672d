/** Reads a job under the lock of its order, so that the job cannot change before an operator's action is committed. */

import { AppError } from '../../domain/errors.ts';
import type { Act } from '../act.ts';
import type { AuditFacts } from '../callers/audit-store.ts';
import type { AnyJob } from './define-job.ts';
import type { JobRecord } from './job-store.ts';
import { type JobView, viewJob } from './view-job.ts';

/**
 * Reads a job. If the job belongs to an order, locks the order, so that the returned view stays valid until the
 * transaction ends.
 */
export async function lockedJobView(
  jobs: readonly AnyJob[],
  act: Act,
  id: number,
): Promise<JobView | undefined> {
  const first = await viewById(jobs, act, id);
  if (first === undefined || first.orderNo === null) return first;
  await act.tx.orders.lock(first.orderNo);
  return viewById(jobs, act, id);
}

async function viewById(
  jobs: readonly AnyJob[],
  { tx, clock }: Act,
  id: number,
): Promise<JobView | undefined> {
  const job = await tx.jobs.byId(id);
  return job === undefined ? undefined : viewJob(jobs, tx, job, clock.now());
}

/** @throws AppError `unknown_item`. */
export async function requireLockedJob(jobs: readonly AnyJob[], act: Act, id: number): Promise<JobView> {
  const view = await lockedJobView(jobs, act, id);
  if (view === undefined)
    throw new AppError('unknown_item', 'There is no such job. It may have finished.', {
      reason: 'unknown_job',
    });
  return view;
}

/** The fields of a job that the audit log keeps. */
export function jobFacts(job: JobRecord): AuditFacts {
  return {
    kind: job.kind,
    key: job.key,
    state: job.state,
    attempts: job.attempts,
    last_error: job.lastError,
  };
}
