/** Composes the worker: every kind of job with its handler, in three lanes. */

import type { Config } from '../config.ts';
import type { ClockWatch } from '../jobs/clock-watch.ts';
import { createWorker, type Worker } from '../jobs/worker.ts';
import { allJobs, ensureSchedules } from '../usecases/all-jobs.ts';
import type { Deps } from '../usecases/deps.ts';
import type { AnyJob } from '../usecases/jobs/define-job.ts';
import { deliveriesAtOnceMax, endpointsMax } from '../usecases/webhooks/endpoint-gate.ts';

/** Slots for all jobs but pictures and webhooks. These jobs mostly wait for a provider. */
const smallJobs = 4;
/** A slot for every delivery that may run at once, so that no endpoint waits for another. */
const webhookJobs = endpointsMax * deliveriesAtOnceMax;

export async function composeWorker(config: Config, deps: Deps, clockWatch: ClockWatch): Promise<Worker> {
  await ensureSchedules(deps);
  const kindsOf = (lane: AnyJob['lane']) =>
    allJobs.filter((job) => job.lane === lane).map(({ kind }) => kind);
  return createWorker({
    store: deps.store,
    clock: deps.clock,
    random: deps.random,
    log: deps.log,
    clockWatch,
    handlers: allJobs.map((job) => job.handler(deps)),
    lanes: [
      { kinds: kindsOf('pictures'), concurrency: config.imageProcesses },
      { kinds: kindsOf('webhooks'), concurrency: webhookJobs },
      { kinds: kindsOf('small'), concurrency: smallJobs },
    ],
  });
}
