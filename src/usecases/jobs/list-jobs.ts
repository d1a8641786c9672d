/** Lists dead and stuck jobs, each with its reason, its order and what the operator may do about it. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { Store } from '../ports/store.ts';
import type { AnyJob } from './define-job.ts';
import type { JobRecord } from './job-store.ts';
import { type JobView, leaseGraceMs, overdueMs, viewJob } from './view-job.ts';

export interface JobPage {
  readonly jobs: readonly JobView[];
  /** The `beforeId` of the next page; null: this was the last page. */
  readonly next: number | null;
}

/**
 * Dead jobs come newest first, in pages. Stuck jobs come oldest first, on one page only.
 * @throws AppError `forbidden`.
 */
export async function listJobs(
  { store, clock, jobs }: Pick<Deps, 'store' | 'clock' | 'jobs'>,
  caller: OperatorCaller,
  filter: { readonly trouble: 'dead' | 'stuck'; readonly kind: string | null },
  beforeId: number | null,
  limit: number,
): Promise<JobPage> {
  requirePermission(caller, 'jobs_see');
  const now = clock.now();
  if (filter.trouble === 'stuck') {
    const bounds = { leaseBefore: now - leaseGraceMs, dueBefore: now - overdueMs };
    const kinds = filter.kind === null ? jobs.map(({ kind }) => kind) : [filter.kind];
    const stuck = await store.read.jobs.stuck(kinds, bounds, limit);
    return { jobs: await viewsOf(jobs, store, stuck, now), next: null };
  }
  const found = await store.read.jobs.dead(filter.kind, beforeId, limit + 1);
  const shown = found.slice(0, limit);
  return {
    jobs: await viewsOf(jobs, store, shown, now),
    next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Reads the jobs one after the other, so that one page does not use every connection to the database. */
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
