/** Lets the console see that a worker lives: one row in the database, renewed now and then. */

import type { WorkerSeen } from '../usecases/jobs/job-store.ts';
import { clockDifferenceMsMax } from './same-clock.ts';
import type { JobDeps } from './settle-job.ts';

const everyMs = 15_000;

export interface Heartbeat {
  /** One that is under way may still be written. */
  stop(): Promise<void>;
}

/** A beat that fails is logged and missed: work goes on without it. */
export function startHeartbeat(
  { store, clock, log }: Pick<JobDeps, 'store' | 'clock' | 'log'>,
  worker: Pick<WorkerSeen, 'id' | 'host' | 'version'>,
): Heartbeat {
  const startedAt = clock.now();
  let beating: Promise<void> | undefined;

  async function write(): Promise<void> {
    try {
      await store.transaction((tx) => tx.jobs.recordHeartbeat({ ...worker, startedAt, seenAt: clock.now() }));
      const aheadMs = await store.clockAheadMs();
      if (Math.abs(aheadMs) > clockDifferenceMsMax) log.error({ aheadMs }, 'clock is not the database’s');
    } catch (err) {
      log.warn({ err }, 'heartbeat not written');
    }
  }

  function beat(): void {
    beating ??= write().finally(() => {
      beating = undefined;
    });
  }

  beat();
  const timer = setInterval(beat, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
