/**
 * The heartbeat of one running job: renews the lease at a third of it, so that two beats may fail before
 * another worker takes the job. It never settles a job.
 */

import type { Job } from '../usecases/ports/jobs.ts';
import type { JobDeps } from './settle-job.ts';

/** @returns the function that ends it. `lost` is called at most once. */
export function keepLease(
  { store, clock, log }: JobDeps,
  job: Job,
  leaseMs: number,
  lost: () => void,
): () => void {
  let leaseUntil = clock.now() + leaseMs;
  let beating = false;
  let ended = false;

  function end(): void {
    ended = true;
    clearInterval(timer);
  }

  async function beat(): Promise<void> {
    // A beat that hangs must not pile up others behind it.
    if (beating) return expire();
    beating = true;
    const until = clock.now() + leaseMs;
    try {
      const kept = await store.transaction((tx) => tx.jobs.extendLease(job, until));
      if (kept) leaseUntil = until;
      else if (!ended) loseIt();
    } catch (err) {
      log.warn({ err }, 'lease not renewed');
      expire();
    } finally {
      beating = false;
    }
  }

  /** A worker that cannot reach the database must assume the worst once its lease is over. */
  function expire(): void {
    if (!ended && clock.now() >= leaseUntil) loseIt();
  }

  function loseIt(): void {
    end();
    lost();
  }

  const timer = setInterval(() => void beat(), Math.max(1, Math.floor(leaseMs / 3)));
  return end;
}
