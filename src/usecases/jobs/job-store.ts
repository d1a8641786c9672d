/** The part of the store's port for jobs, their attempts and the workers that run them. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Job, JobRelease, NewJob } from '../ports/jobs.ts';

export interface JobRecord extends Job {
  readonly state: 'ready' | 'running' | 'dead';
  /** When the job can be claimed: `runAt` while ready, the end of the lease while running. */
  readonly dueAt: Instant;
}

export interface JobName {
  readonly kind: string;
  readonly key: string;
}

/** A finished attempt of a job. Runs that end with `again` and `counted: false` are not recorded. */
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
  /** How long the oldest due job has been due; 0 when no job is due. */
  readonly oldestDueAgeMs: number;
  /** Number of `process_order` jobs that wait or run. The picture of a new order is made after these jobs. */
  readonly pictures: number;
}

export interface QueueOfKind {
  readonly kind: string;
  readonly ready: number;
  readonly running: number;
  readonly dead: number;
  readonly oldestDueAt: Instant | null;
}

export interface ProcessingTimes {
  readonly kind: string;
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
  /** The unfinished and dead jobs of this kind and key. */
  named(name: JobName): Promise<JobRecord[]>;
  /** Dead jobs of one kind (null: of all), newest first: at most `limit`, with `id` below `beforeId`. */
  dead(kind: string | null, beforeId: number | null, limit: number): Promise<JobRecord[]>;
  /** Dead jobs of all kinds, oldest first: at most `limit`. */
  oldestDead(limit: number): Promise<JobRecord[]>;
  /** Number of dead jobs with `id` below `beforeId`. Stops counting at `countMax`. */
  countDead(kind: string | null, beforeId: number, countMax: number): Promise<number>;
  /**
   * Jobs of these kinds: running jobs whose lease ended before `leaseBefore`, and ready jobs due before
   * `dueBefore`; oldest first.
   */
  stuck(
    kinds: readonly string[],
    bounds: { readonly leaseBefore: Instant; readonly dueBefore: Instant },
    limit: number,
  ): Promise<JobRecord[]>;
  /** The recorded attempts, oldest first. */
  attempts(name: JobName): Promise<JobAttempt[]>;
  /** The numbers of the orders with a ready `process_order` job, in the order in which the jobs will be claimed. */
  waitingPictures(): Promise<string[]>;
  queueFigures(now: Instant): Promise<QueueFigures>;
  /** The queues of these kinds, in the order of `kinds`. Kinds without a job are omitted. */
  queuesByKind(kinds: readonly string[], now: Instant): Promise<QueueOfKind[]>;
  /**
   * Durations of the attempts of these kinds that ended since `since`. Kinds without an attempt are
   * omitted.
   */
  processingTimes(kinds: readonly string[], since: Instant): Promise<ProcessingTimes[]>;
  workersSeen(since: Instant): Promise<WorkerSeen[]>;
}

export interface JobWrites extends JobReads {
  /**
   * Adds a job and publishes `jobs_ready`. Does nothing when an unfinished job of the same kind has the same `key`. A
   * dead job counts as finished.
   */
  enqueue(job: NewJob): Promise<void>;
  /** Removes the waiting job of this kind and key, if there is one. A running job continues. */
  cancel(kind: string, key: string): Promise<void>;
  /**
   * Claims the next due job of these kinds, sorted by priority, `run_at` and age. Counts an attempt, and sets the
   * lease and a new fencing token. A running job whose lease has ended is due again: its claim counts a lost lease
   * and no attempt, because the job did not cause the end of its process.
   * @param operations only jobs whose key is the number of an order that one of these operations placed; absent: all.
   */
  claim(
    kinds: readonly string[],
    now: Instant,
    leaseUntil: Instant,
    operations?: readonly string[],
  ): Promise<Job | undefined>;
  /** Extends the lease. @returns false when the fencing token is out of date: another worker has claimed the job. */
  extendLease(job: Job, leaseUntil: Instant): Promise<boolean>;
  /**
   * Makes every running job due now. Call it only in a process that has just locked the database for itself: in this
   * case, the workers that held the leases have ended. @returns the number of jobs.
   */
  expireLeases(now: Instant): Promise<number>;
  /** Removes a finished job. @returns false when the token is out of date; the caller must then roll back. */
  complete(job: Job): Promise<boolean>;
  /**
   * Returns a claimed job to the queue, to run at `runAt`. @returns false when the token is out of date, as
   * `complete` does.
   */
  release(job: Job, runAt: Instant, release: JobRelease): Promise<boolean>;
  /**
   * Marks a claimed job dead. A dead job is kept for the operator and not claimed again. @returns false when the
   * token is out of date, as `complete` does.
   */
  markDead(job: Job, error: string): Promise<boolean>;
  /**
   * When the next job of these kinds and operations (see `claim`) is due, or the next lease ends; undefined: there is
   * no such job.
   */
  nextDueAt(kinds: readonly string[], operations?: readonly string[]): Promise<Instant | undefined>;
  /**
   * Returns a dead job to the queue with a full number of attempts. Removes the dead job instead when an unfinished job
   * has the same kind and key.
   * @returns false when the job is not dead.
   */
  retryDead(id: number, now: Instant): Promise<boolean>;
  /** Makes a job due now if it waits or its lease has ended. @returns false when there is no such job. */
  makeDue(id: number, now: Instant): Promise<boolean>;
  /** Changes waiting jobs of the kind that would run after `latest`, so that they run at `latest`. */
  runBy(kind: string, latest: Instant): Promise<void>;
  /**
   * Makes every job that waits for a time after `now` run `byMs` earlier, because the clock was set back by `byMs`.
   */
  bringForward(now: Instant, byMs: number): Promise<void>;
  /** @returns false when the job is not dead. */
  removeDead(id: number): Promise<boolean>;
  recordAttempt(attempt: JobAttempt): Promise<void>;
  /** Deletes the attempts of these kinds that ended before `before`. */
  purgeAttempts(kinds: readonly string[], before: Instant): Promise<void>;
  recordHeartbeat(worker: WorkerSeen): Promise<void>;
  purgeWorkers(seenBefore: Instant): Promise<void>;
}
