/** Records every 15 s that this worker is running. The console shows the last heartbeat of each worker. */

import type { WorkerSeen } from '../usecases/jobs/job-store.ts';
import { clockDifferenceMsMax } from './same-clock.ts';
import type { JobDeps } from './settle-job.ts';

const everyMs = 15_000;

export interface Heartbeat {
  /** Stops the timer and waits for a heartbeat that is being written. */
  stop(): Promise<void>;
}

/** A heartbeat that cannot be written is logged. The jobs continue. */
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
      if (Math.abs(aheadMs) > clockDifferenceMsMax)
        log.error({ aheadMs }, 'the clock differs from the database clock');
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
