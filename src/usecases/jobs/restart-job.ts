/** Restarts one job. The job is read again under its order's lock, so that what was judged still holds. */

import type { Act } from '../act.ts';
import type { AnyJob } from './define-job.ts';
import type { JobRecord } from './job-store.ts';
import { type JobView, jobOfKind, viewJob } from './view-job.ts';

/** The view of a job that belongs to an order holds until the transaction ends. */
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

/** @returns false when another operator restarted the job first. */
export async function restartJob(jobs: readonly AnyJob[], act: Act, job: JobRecord): Promise<boolean> {
  const now = act.clock.now();
  if (job.state !== 'dead') return act.tx.jobs.makeDue(job.id, now);
  // May enqueue a job of its own; `retryDead` of the store then removes the dead one.
  await jobOfKind(jobs, job.kind).retryDead(act, job);
  return act.tx.jobs.retryDead(job.id, now);
}
