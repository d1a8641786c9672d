/** The table `job_attempts`: runs of jobs that have ended. */

import { generatedId, integer, named, nullable, oneOf, text } from '../column.ts';
import { table } from '../table.ts';

export const jobAttemptsTable = table('job_attempts', {
  id: generatedId,
  kind: text,
  key: nullable(text),
  attempt: integer,
  endedAt: integer,
  durationMs: integer,
  end: named('outcome', oneOf('done', 'failed', 'exhausted')),
  error: nullable(text),
});
