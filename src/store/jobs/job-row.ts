/** Rows of `jobs` and values of the port. */

import type { Selectable } from 'kysely';
import type { Job, JobPayload, NewJob } from '../../usecases/ports/jobs.ts';
import type { JobsTable } from '../tables.ts';

export type JobRow = Selectable<JobsTable>;

export const jobColumns = [
  'id',
  'kind',
  'key',
  'state',
  'payload',
  'priority',
  'run_at',
  'due_at',
  'attempts',
  'attempts_max',
  'claims',
  'last_error',
  'request_id',
  'created_at',
] as const;

export function jobOf(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    key: row.key,
    payload: JSON.parse(row.payload) as JobPayload,
    priority: row.priority,
    runAt: row.run_at,
    attempts: row.attempts,
    attemptsMax: row.attempts_max,
    token: String(row.claims),
    requestId: row.request_id,
    createdAt: row.created_at,
    lastError: row.last_error,
  };
}

export function newJobRow(
  job: NewJob,
): Pick<JobRow, 'kind' | 'key' | 'payload' | 'priority' | 'run_at' | 'attempts_max' | 'request_id'> {
  return {
    kind: job.kind,
    key: job.key,
    payload: JSON.stringify(job.payload),
    priority: job.priority,
    run_at: job.runAt,
    attempts_max: job.attemptsMax,
    request_id: job.requestId,
  };
}
