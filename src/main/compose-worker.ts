/** Composes the worker: every kind of job with its handler, in five lanes. */

import { type WorkerKind, workerKinds } from '../config/worker.ts';
import type { Config } from '../config.ts';
import { operationsOf } from '../domain/goods/kinds.ts';
import type { PictureKind } from '../domain/goods/picture-kinds.ts';
import type { ClockWatch } from '../jobs/clock-watch.ts';
import type { LanePlan } from '../jobs/lanes.ts';
import { createWorker, type Worker } from '../jobs/worker.ts';
import { allJobs, ensureSchedules } from '../usecases/all-jobs.ts';
import type { Deps } from '../usecases/deps.ts';
import type { AnyJob } from '../usecases/jobs/define-job.ts';
import type { JobMeter } from '../usecases/ports/job-meter.ts';
import { providerJobsAtOnceMax } from '../usecases/provider-gate.ts';
import { deliveriesAtOnceMax, endpointsMax } from '../usecases/webhooks/endpoint-gate.ts';

/** The number of jobs of the lane `small` that run at once: scheduled jobs and the removal of files. */
const smallJobs = 4;
/**
 * The number of webhook deliveries that run at once: the maximum of each endpoint for all endpoints, so that a slow
 * endpoint does not delay the others.
 */
const webhookJobs = endpointsMax * deliveriesAtOnceMax;

/** The number of e-mails that are sent at the same time. Mail servers limit the connections of one sender. */
const emailJobs = 2;

/** The lanes of each kind of work. An operator chooses kinds of work for a worker with `WORKER_KINDS`. */
const lanesOfKind = {
  pictures: ['pictures'],
  webhooks: ['webhooks'],
  payments: ['payments'],
  others: ['small', 'emails'],
} as const satisfies Record<WorkerKind, readonly AnyJob['lane'][]>;

interface LaneSizes {
  readonly imageProcesses: number;
  readonly providers: number;
  /** The kinds of work that this worker does. Default: all kinds. */
  readonly kinds?: readonly WorkerKind[];
  /** The kinds of pictures that this worker makes. Default and null: all kinds. */
  readonly pictures?: readonly PictureKind[] | null;
}

export function lanesOf({
  imageProcesses,
  providers,
  kinds = workerKinds,
  pictures = null,
}: LaneSizes): LanePlan[] {
  const concurrency: Readonly<Record<AnyJob['lane'], number>> = {
    pictures: imageProcesses,
    webhooks: webhookJobs,
    payments: providers * providerJobsAtOnceMax,
    emails: emailJobs,
    small: smallJobs,
  };
  return kinds
    .flatMap((kind) => lanesOfKind[kind])
    .map((lane) => ({
      kinds: allJobs.filter((job) => job.lane === lane).map(({ kind }) => kind),
      concurrency: concurrency[lane],
      ...(lane === 'pictures' && pictures !== null ? { operations: operationsOf(pictures) } : {}),
    }));
}

export async function composeWorker(
  config: Config,
  deps: Deps,
  clockWatch: ClockWatch,
  meter: JobMeter,
): Promise<Worker> {
  await ensureSchedules(deps);
  return createWorker({
    store: deps.store,
    clock: deps.clock,
    random: deps.random,
    log: deps.log,
    clockWatch,
    meter,
    handlers: allJobs.map((job) => job.handler(deps)),
    lanes: lanesOf({
      imageProcesses: config.imageProcesses,
      providers: deps.providers.length,
      kinds: config.workerKinds,
      pictures: config.workerPictures,
    }),
  });
}
