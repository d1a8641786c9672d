/** Jobs, their attempts, and the workers that run them. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { JobReads, JobWrites } from '../../usecases/jobs/job-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { jobAttemptReads, jobAttemptWrites } from './job-attempts.ts';
import { jobQueue } from './job-queue.ts';
import { jobRecords } from './job-records.ts';
import { queueReads } from './queue-figures.ts';
import { workerReads, workerWrites } from './workers.ts';

export function jobReads(session: Session, reports: Session = session): JobReads {
  return {
    ...jobRecords(session),
    ...queueReads(session),
    ...jobAttemptReads(session, reports),
    ...workerReads(session),
  };
}

/** @param now sets the `createdAt` of new jobs, which pages only show. */
export function jobWrites(session: TransactionSession, now: () => Instant): JobWrites {
  return {
    ...jobReads(session),
    ...jobQueue(session, now),
    ...jobAttemptWrites(session),
    ...workerWrites(session),
  };
}
