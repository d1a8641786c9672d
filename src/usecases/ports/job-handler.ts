/**
 * The port between the worker (`jobs/worker.ts`) and the code that runs one kind of job. A handler works
 * outside the database first and then returns what to commit. The worker commits it in the transaction that
 * ends the job, guarded by the fencing token. A worker that has lost its lease therefore changes nothing.
 *
 * A process can crash after the outside work and before the commit, so the outside work must be idempotent.
 */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Job } from './jobs.ts';
import type { StoreTransaction } from './store.ts';
import type { Log } from './tools.ts';

type Commit = (tx: StoreTransaction) => Promise<void>;

export type JobVerdict =
  /** The job is finished, and the worker removes it. */
  | { readonly kind: 'done'; readonly commit?: Commit }
  /**
   * The worker releases the job, which runs again at `runAt`. `counted: false`: the attempt does not count, because
   * the next run is planned or the service stops. After the last counted attempt, the worker marks the job dead
   * instead and does not run `commit`.
   */
  | {
      readonly kind: 'again';
      readonly runAt: Instant;
      readonly counted: boolean;
      readonly error?: string;
      readonly commit?: Commit;
    }
  /**
   * The attempt did not begin, because what it needs is busy. The job runs again at `until`, and keeps its count of
   * attempts and its last error: otherwise a job that fails and waits in turn would never be exhausted.
   */
  | { readonly kind: 'wait'; readonly until: Instant }
  /**
   * The attempt failed and counts. The worker runs `commit` and retries the job after a pause. After the last
   * attempt, the worker marks the job dead instead and does not run `commit`.
   */
  | { readonly kind: 'failed'; readonly error: string; readonly commit?: Commit }
  /** No further attempt can succeed, so the job is marked dead at once. `error` is for the operator. */
  | { readonly kind: 'hopeless'; readonly error: string };

export interface JobContext {
  /** Aborts when the lease is lost (reason: `LeaseLost`) or the service stops (reason: `JobStopping`). */
  readonly signal: AbortSignal;
  /** Adds to each line the id, kind and attempt of the job, and the id of the request that caused the job. */
  readonly log: Log;
}

/** The abort reason when the service stops. The worker releases the job, and the attempt does not count. */
export class JobStopping extends Error {
  constructor() {
    super('the service is stopping');
    this.name = 'JobStopping';
  }
}

/** The lease has ended, and another worker may have claimed the job. Nothing from this attempt may be written. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of the job was lost');
    this.name = 'LeaseLost';
  }
}

export interface JobHandler {
  readonly kind: string;
  /** Length of the lease. While `run` works, a heartbeat renews the lease each time a third of it has passed. */
  readonly leaseMs: number;
  /** The job compares deadlines with the clock, so it does not run while the clock may be wrong. */
  readonly judgesDeadlines?: true;
  /**
   * Does the work of the job. A rejected promise is a failed attempt. The worker retries after a pause, or calls
   * `exhausted` after the last attempt.
   */
  run(job: Job, context: JobContext): Promise<JobVerdict>;
  /** Pause after failed attempt number `attempt` (from 1), before jitter. Default: 2 s, doubled each time up to 3 h. */
  backOffMs?(attempt: number): number;
  /**
   * When no attempts are left, an operator has nothing to do, so the worker removes the job instead of marking it
   * dead.
   */
  readonly leavesNoDeadJob?: true;
  /**
   * Called when no attempts are left, or when too many leases were lost. Runs in the transaction that marks the job
   * dead.
   * @param error the last error, for the operator.
   */
  exhausted?(tx: StoreTransaction, job: Job, error: string): Promise<void>;
}
