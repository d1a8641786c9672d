/**
 * What a kind of job does. The worker (`jobs/worker.ts`) claims, renews, retries and settles; a handler does
 * the outside work and says what to commit. It may run twice for one job (a process can die after the outside
 * work and before the commit), so its outside work must bear a repeat.
 */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Job, JobKind } from './jobs.ts';
import type { StoreTransaction } from './store.ts';
import type { Log } from './tools.ts';

/** Runs in the transaction that settles the job; when the attempt is no longer the job's, all of it rolls back. */
export type JobCommit = (tx: StoreTransaction) => Promise<void>;

export type JobVerdict =
  /** The job is finished and removed. */
  | { readonly kind: 'done'; readonly commit?: JobCommit }
  /** Nothing failed; the job looks again later. The attempt is given back. */
  | { readonly kind: 'again'; readonly runAt: Instant; readonly counted: false; readonly commit?: JobCommit }
  /** No further attempt can succeed: as if the attempts were used up. `error` is for the operator. */
  | { readonly kind: 'hopeless'; readonly error: string };

export interface JobContext {
  /**
   * Aborts when the lease is lost (reason: a `LeaseLost`) or the worker stops (reason: the text `stopping`).
   * A handler that ends by it throws; the job then runs again without a counted attempt.
   */
  readonly signal: AbortSignal;
  /** Adds the job's id, kind, attempt and request to every line. */
  readonly log: Log;
  /** 0–1. Told to those who watch the order in the payload's `order_no`; may be lost. */
  progress(fraction: number): void;
  /**
   * A transaction in the middle of the work, for what others should see before its end.
   * @throws LeaseLost (and rolls back) when the job is another worker's by now.
   */
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>;
}

export interface JobHandler {
  readonly kind: JobKind;
  /** How long a worker may be silent before its job is another's. Renewed at a third of it while `run` runs. */
  readonly leaseMs: number;
  /** A throw is a failed attempt: tried again after a pause, or `exhausted` when it was the last. */
  run(job: Job, context: JobContext): Promise<JobVerdict>;
  /** Pause after the given failed attempt (1 is the first), before jitter. Without it: 2 s, doubled up to 3 h. */
  backOffMs?(attempt: number): number;
  /**
   * In the transaction that puts the job back after a failed attempt or a stop: undoes what `run` showed to
   * others. Not called when the process died: `run` then finds what the lost attempt left behind.
   */
  returned?(tx: StoreTransaction, job: Job, error: string): Promise<void>;
  /** In the transaction that buries the job after its last attempt, or after earlier ones died with their worker. */
  exhausted?(tx: StoreTransaction, job: Job, error: string): Promise<void>;
}

/** The job was given to another worker: nothing that this attempt found may be written. */
export class LeaseLost extends Error {
  constructor(jobId: number) {
    super(`job ${jobId} is no longer this worker's`);
    this.name = 'LeaseLost';
  }
}
