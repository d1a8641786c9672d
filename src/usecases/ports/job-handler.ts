/**
 * What runs a job. A handler does its outside work first and then says what to commit; the runner writes that
 * in the same transaction that ends the job, guarded by the job's fencing token. A worker that lost its lease
 * therefore changes nothing.
 */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Job, JobKind } from './jobs.ts';
import type { StoreTransaction } from './store.ts';
import type { Log } from './tools.ts';

type Commit = (tx: StoreTransaction) => Promise<void>;

export type JobVerdict =
  /** The job is finished and removed. */
  | { readonly kind: 'done'; readonly commit?: Commit }
  /** Back to the queue. `counted: false` gives the attempt back: a planned later look, or a clean stop. */
  | {
      readonly kind: 'again';
      readonly runAt: Instant;
      readonly counted: boolean;
      readonly error?: string;
      readonly commit?: Commit;
    };

export interface JobContext {
  /** Aborts when the lease is lost or the service stops (reason: `JobStopping`). */
  readonly signal: AbortSignal;
  /** Carries the job's id and the id of the request that caused it. */
  readonly log: Log;
}

/** The abort reason of a clean stop; the runner gives the job back uncounted. */
export class JobStopping extends Error {
  constructor() {
    super('the service is stopping');
    this.name = 'JobStopping';
  }
}

export interface JobHandler {
  readonly kind: JobKind;
  /** The lease; a heartbeat extends it while `run` works. */
  readonly leaseMs: number;
  /** A throw is a failed attempt: back-off, or `exhausted` when it was the last. */
  run(job: Job, context: JobContext): Promise<JobVerdict>;
  /**
   * The attempts are used up, or were lost together with their worker. Runs in the transaction that buries
   * the job. @param error the last one, for the operator.
   */
  exhausted?(tx: StoreTransaction, job: Job, error: string): Promise<void>;
}
