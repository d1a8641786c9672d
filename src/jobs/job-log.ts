/** A log that adds the job, the attempt and the request to every line. */

import type { Job } from '../usecases/ports/jobs.ts';
import type { Log } from '../usecases/ports/tools.ts';

export function jobLog(log: Log, job: Job): Log {
  const about = { jobId: job.id, job: job.kind, attempt: job.attempts, requestId: job.requestId };
  return {
    debug: (fields, message) => log.debug({ ...about, ...fields }, message),
    info: (fields, message) => log.info({ ...about, ...fields }, message),
    warn: (fields, message) => log.warn({ ...about, ...fields }, message),
    error: (fields, message) => log.error({ ...about, ...fields }, message),
  };
}
