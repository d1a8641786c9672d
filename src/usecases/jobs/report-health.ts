/** Reports the state of the service: queues, workers, processing times and disk space. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { ProviderFigures } from '../ports/provider-calls.ts';
import type { ClockState } from '../ports/tools.ts';
import type { ProcessingTimes, QueueOfKind, WorkerSeen } from './job-store.ts';
import type { DiskSpace, ServiceFacts } from './service-facts.ts';

const dayMs = 24 * 60 * 60_000;
/** The report contains workers whose last heartbeat is at most this old, so that a stopped worker is visible. */
const workersShownMs = 60 * 60_000;
/** A worker may miss several heartbeats before it is shown as silent. */
export const workerSilentMs = 90_000;

export interface HealthReport {
  readonly version: string;
  readonly databaseKind: ServiceFacts['databaseKind'];
  readonly startedAt: Instant;
  readonly now: Instant;
  readonly disk: DiskSpace;
  readonly clock: ClockState;
  readonly imageProtections: ServiceFacts['imageProtections'];
  readonly queues: readonly (QueueOfKind & { readonly oldestDueAgeMs: number })[];
  readonly workers: readonly (WorkerSeen & { readonly isAlive: boolean })[];
  readonly processing: readonly ProcessingTimes[];
  readonly providers: readonly ProviderFigures[];
}

type HealthDeps = Pick<Deps, 'store' | 'clock' | 'diskSpace' | 'jobs'> & ServiceFacts;

/** @throws AppError `forbidden`. */
export async function reportHealth(deps: HealthDeps, caller: OperatorCaller): Promise<HealthReport> {
  requirePermission(caller, 'health_see');
  const { read } = deps.store;
  const now = deps.clock.now();
  const kinds = deps.jobs.map(({ kind }) => kind);
  const [disk, queues, workers, processing] = await Promise.all([
    deps.diskSpace(),
    read.jobs.queuesByKind(kinds, now),
    read.jobs.workersSeen(now - workersShownMs),
    read.jobs.processingTimes(kinds, now - dayMs),
  ]);
  return {
    version: deps.version,
    databaseKind: deps.databaseKind,
    startedAt: deps.startedAt,
    now,
    disk,
    clock: deps.clockState(),
    imageProtections: deps.imageProtections,
    queues: queues.map((queue) => ({
      ...queue,
      oldestDueAgeMs: queue.oldestDueAt === null ? 0 : Math.max(0, now - queue.oldestDueAt),
    })),
    workers: workers.map((worker) => ({ ...worker, isAlive: now - worker.seenAt < workerSilentMs })),
    processing,
    providers: deps.providerCalls.figures(),
  };
}
