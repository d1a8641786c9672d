/**
 * The heartbeat of one running job: renews the lease after each third of its length, so that two heartbeats may fail
 * before another worker claims the job.
 */

import type { Job } from '../usecases/ports/jobs.ts';
import type { JobDeps } from './settle-job.ts';

/**
 * @param lost called at most once, when the lease is lost.
 * @returns a function that stops the heartbeat.
 */
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
    // While one heartbeat hangs, do not start another.
    if (beating) return expire();
    beating = true;
    const until = clock.now() + leaseMs;
    try {
      const kept = await store.transaction((tx) => tx.jobs.extendLease(job, until));
      if (kept) leaseUntil = until;
      else if (!ended) loseLease();
    } catch (err) {
      log.warn({ err }, 'lease not renewed');
      expire();
    } finally {
      beating = false;
    }
  }

  /** A worker that cannot reach the database must assume that it has lost the job when its lease is over. */
  function expire(): void {
    if (!ended && clock.now() >= leaseUntil) loseLease();
  }

  function loseLease(): void {
    end();
    lost();
  }

  const timer = setInterval(() => void beat(), Math.max(1, Math.floor(leaseMs / 3)));
  return end;
}
