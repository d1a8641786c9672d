/** Composes the worker: every kind of job with its handler, in three lanes. */

import type { WorkerKind } from '../config/worker.ts';
import type { Config } from '../config.ts';
import type { ClockWatch } from '../jobs/clock-watch.ts';
import { createWorker, type Worker } from '../jobs/worker.ts';
import { allJobs, ensureSchedules } from '../usecases/all-jobs.ts';
import type { Deps } from '../usecases/deps.ts';
import type { AnyJob } from '../usecases/jobs/define-job.ts';
import type { JobMeter } from '../usecases/ports/job-meter.ts';
import { deliveriesAtOnceMax, endpointsMax } from '../usecases/webhooks/endpoint-gate.ts';

type WorkerOptions = Pick<Config, 'imageProcesses' | 'workerKinds'>;

/** Slots for all jobs but pictures and webhooks. These jobs mostly wait for a provider. */
const smallJobs = 4;
/** A slot for every delivery that may run at once, so that no endpoint waits for another. */
const webhookJobs = endpointsMax * deliveriesAtOnceMax;

/** The lane of each kind of work that an operator names. */
const laneOf = { pictures: 'pictures', webhooks: 'webhooks', others: 'small' } as const satisfies Record<
  WorkerKind,
  AnyJob['lane']
>;

export async function composeWorker(
  config: WorkerOptions,
  deps: Deps,
  clockWatch: ClockWatch,
  meter: JobMeter,
): Promise<Worker> {
  await ensureSchedules(deps);
  const kindsOf = (lane: AnyJob['lane']) =>
    allJobs.filter((job) => job.lane === lane).map(({ kind }) => kind);
  const concurrency = { pictures: config.imageProcesses, webhooks: webhookJobs, others: smallJobs };
  return createWorker({
    store: deps.store,
    clock: deps.clock,
    random: deps.random,
    log: deps.log,
    clockWatch,
    meter,
    handlers: allJobs.map((job) => job.handler(deps)),
    lanes: config.workerKinds.map((kind) => ({
      kinds: kindsOf(laneOf[kind]),
      concurrency: concurrency[kind],
    })),
  });
}
