/**
 * What runs a job. A handler does its outside work first and then says what to commit; the worker
 * (`jobs/worker.ts`) writes that in the same transaction that ends the job, guarded by the job's fencing
 * token. A worker that lost its lease therefore changes nothing.
 *
 * A process can die after the outside work and before the commit, so the outside work must bear a repeat.
 */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Job, JobKind } from './jobs.ts';
import type { StoreTransaction } from './store.ts';
import type { Log } from './tools.ts';

type Commit = (tx: StoreTransaction) => Promise<void>;

export type JobVerdict =
  /** The job is finished and removed. */
  | { readonly kind: 'done'; readonly commit?: Commit }
  /**
   * Back to the queue. `counted: false` gives the attempt back: a planned later look, or a clean stop. A
   * counted one that was the last is `exhausted` instead, and its `commit` is not run.
   */
  | {
      readonly kind: 'again';
      readonly runAt: Instant;
      readonly counted: boolean;
      readonly error?: string;
      readonly commit?: Commit;
    }
  /** No further attempt can succeed: as if all were used up. `error` is for the operator. */
  | { readonly kind: 'hopeless'; readonly error: string };

export interface JobContext {
  /** Aborts when the lease is lost (reason: `LeaseLost`) or the service stops (reason: `JobStopping`). */
  readonly signal: AbortSignal;
  /** Carries the job's id, kind and attempt, and the id of the request that caused it. */
  readonly log: Log;
}

/** The abort reason of a clean stop; the runner gives the job back uncounted. */
export class JobStopping extends Error {
  constructor() {
    super('the service is stopping');
    this.name = 'JobStopping';
  }
}

/** The job is another worker's by now: nothing that this attempt found may be written. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of the job was lost');
    this.name = 'LeaseLost';
  }
}

export interface JobHandler {
  readonly kind: JobKind;
  /** The lease; a heartbeat extends it, at a third of it, while `run` works. */
  readonly leaseMs: number;
  /** A throw is a failed attempt: a pause, or `exhausted` when it was the last. */
  run(job: Job, context: JobContext): Promise<JobVerdict>;
  /** Pause after failed attempt number `attempt` (from 1), before jitter. Without it: 2 s, doubled up to 3 h. */
  backOffMs?(attempt: number): number;
  /**
   * The attempts are used up, or were lost together with their worker. Runs in the transaction that buries
   * the job. @param error the last one, for the operator.
   */
  exhausted?(tx: StoreTransaction, job: Job, error: string): Promise<void>;
}
