/** Makes one job run again: a dead job returns to the queue, any other becomes due. */

import type { Act } from '../act.ts';
import type { AnyJob } from './define-job.ts';
import type { JobRecord } from './job-store.ts';
import { jobOfKind } from './view-job.ts';

/**
 * Makes the job run again. The caller has read the job with `lockedJobView`.
 * @returns false when another operator restarted the job first.
 */
export async function restartJob(jobs: readonly AnyJob[], act: Act, job: JobRecord): Promise<boolean> {
  const now = act.clock.now();
  if (job.state !== 'dead') return act.tx.jobs.makeDue(job.id, now);
  // First call the `retryDead` of the job's kind, which may queue a new job with the same key. The store's
  // `retryDead` then removes the dead job instead of retrying it, so that the work is not queued twice.
  await jobOfKind(jobs, job.kind).retryDead(act, job);
  return act.tx.jobs.retryDead(job.id, now);
}
