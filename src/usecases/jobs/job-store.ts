/** What the use cases need of the database for jobs, their attempts and the workers that run them. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Job, JobFailure, JobKind, NewJob } from '../ports/jobs.ts';

export interface JobRecord extends Job {
  readonly state: 'ready' | 'running' | 'dead';
  /** `runAt` while ready, the end of the lease while running. */
  readonly dueAt: Instant;
}

export interface JobName {
  readonly kind: JobKind;
  readonly key: string;
}

/** One attempt at a job that is over. Planned later looks and unfinished attempts are not among them. */
export interface JobAttempt {
  readonly kind: string;
  readonly key: string | null;
  readonly attempt: number;
  readonly endedAt: Instant;
  readonly durationMs: number;
  readonly end: 'done' | 'failed' | 'exhausted';
  readonly error: string | null;
}

export interface QueueFigures {
  readonly ready: number;
  readonly running: number;
  readonly dead: number;
  /** Age of the oldest job that is due; 0 when none is. */
  readonly oldestDueAgeMs: number;
  /** `process_order` jobs that wait or run: what a new picture order queues behind. */
  readonly pictures: number;
}

export interface QueueOfKind {
  readonly kind: JobKind;
  readonly ready: number;
  readonly running: number;
  readonly dead: number;
  readonly oldestDueAt: Instant | null;
}

export interface ProcessingTimes {
  readonly kind: JobKind;
  readonly done: number;
  readonly failed: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface WorkerSeen {
  readonly id: string;
  readonly host: string;
  readonly version: string;
  readonly startedAt: Instant;
  readonly seenAt: Instant;
}

export interface JobReads {
  byId(id: number): Promise<JobRecord | undefined>;
  /** Unfinished and dead ones. */
  named(name: JobName): Promise<JobRecord[]>;
  /** Newest first, with `id` below `beforeId`; of one kind, or (null) of all. */
  dead(kind: JobKind | null, beforeId: number | null, limit: number): Promise<JobRecord[]>;
  /** With `id` below `beforeId`; no further than `countMax`. */
  countDead(kind: JobKind | null, beforeId: number, countMax: number): Promise<number>;
  /** Running with a lease that ended before `leaseBefore`, or ready and due before `dueBefore`; oldest first. */
  stuck(
    kind: JobKind | null,
    bounds: { readonly leaseBefore: Instant; readonly dueBefore: Instant },
    limit: number,
  ): Promise<JobRecord[]>;
  /** Oldest first. */
  attempts(name: JobName): Promise<JobAttempt[]>;
  /**
   * Number of ready `process_order` jobs that are claimed before this order's job, the one whose key is the
   * order's number; 0: next, running, or none.
   */
  placeInQueue(orderId: number): Promise<number>;
  queueFigures(now: Instant): Promise<QueueFigures>;
  /** Kinds without a job are left out. */
  queuesByKind(now: Instant): Promise<QueueOfKind[]>;
  /** Of the attempts that ended since then; kinds without one are left out. */
  processingTimes(since: Instant): Promise<ProcessingTimes[]>;
  workersSeen(since: Instant): Promise<WorkerSeen[]>;
}

export interface JobWrites extends JobReads {
  /**
   * Adds a job and announces `jobs_ready`. With a `key` that another unfinished job of the kind has: nothing.
   * A dead job counts as finished.
   */
  enqueue(job: NewJob): Promise<void>;
  /** Removes the waiting job of this kind and key, if any. A running one is not touched. */
  cancel(kind: JobKind, key: string): Promise<void>;
  /**
   * Takes the next due job of these kinds (priority, then `run_at`, then age): counts an attempt, sets the
   * lease and a fresh fencing token. A running job whose lease has ended is due again.
   */
  claim(kinds: readonly JobKind[], now: Instant, leaseUntil: Instant): Promise<Job | undefined>;
  /** Extends the lease. @returns false when the token is no longer the job's: the work is another's now. */
  extendLease(job: Job, leaseUntil: Instant): Promise<boolean>;
  /**
   * Makes every running job due now. Only for a process that has just got the database for itself: whoever
   * held the leases is dead. @returns how many there were.
   */
  expireLeases(now: Instant): Promise<number>;
  /** Removes a finished job. @returns false when the token is no longer the job's; then roll back. */
  complete(job: Job): Promise<boolean>;
  /** Back to the queue, to run at `runAt`. `counted: false` gives the attempt back. @returns as above. */
  release(job: Job, runAt: Instant, failure: JobFailure): Promise<boolean>;
  /** Out of attempts: kept for the operator, never claimed again. @returns as above. */
  markDead(job: Job, error: string): Promise<boolean>;
  /** When the next job of these kinds becomes due, ends of leases included; undefined: none is known. */
  nextDueAt(kinds: readonly JobKind[]): Promise<Instant | undefined>;
  /**
   * A dead job back to the queue, with all its attempts. Where another unfinished job has its kind and key,
   * the dead one is removed instead. @returns false when it is not dead.
   */
  retryDead(id: number, now: Instant): Promise<boolean>;
  /** Makes a waiting job due, and one whose lease has ended. @returns false where there was none. */
  makeDue(id: number, now: Instant): Promise<boolean>;
  /** @returns false when it is not dead. */
  removeDead(id: number): Promise<boolean>;
  recordAttempt(attempt: JobAttempt): Promise<void>;
  purgeAttempts(before: Instant): Promise<void>;
  recordHeartbeat(worker: WorkerSeen): Promise<void>;
  purgeWorkers(seenBefore: Instant): Promise<void>;
}
