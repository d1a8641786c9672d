/** Jobs: work that happens later or in another process. A job is committed together with the change that needs it. */

import type { Instant } from '../../domain/zoned-time.ts';

/** Stored as JSON. Each kind of job parses its own payload. */
export type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

export interface NewJob {
  /** The name of the kind, as its `…-job.ts` file defines it. */
  readonly kind: string;
  /** At most one unfinished job of the kind has this key. Null: the job has no key, so several such jobs can exist. */
  readonly key: string | null;
  readonly payload: JobPayload;
  /** Jobs with higher priorities run first. */
  readonly priority: number;
  readonly runAt: Instant;
  readonly attemptsMax: number;
  /** The id of the request that caused the job, for the log. */
  readonly requestId: string | null;
}

export interface Job extends NewJob {
  readonly id: number;
  /** Number of attempts so far, including the current one. An attempt whose lease was lost does not count. */
  readonly attempts: number;
  /** How many leases of this job were lost, in most cases because the process of the worker ended. */
  readonly lostLeases: number;
  /** Fencing token of this claim. Every later claim has another token. */
  readonly token: string;
  readonly createdAt: Instant;
  readonly lastError: string | null;
}

export interface JobRelease {
  readonly error: string | null;
  /** False when the attempt must not count: the service stops, or the job runs again without having failed. */
  readonly counted: boolean;
  /**
   * Whether the job did its work and runs again by its schedule. Then the numbers of attempts and of lost leases are
   * set back to 0, so that the failures of a schedule do not add up over months. Default: false. A job that only
   * waits, or that the service has stopped, keeps both: it may still be the job that crashes the service.
   */
  readonly isPlanned?: boolean;
}

/** @throws Error when the payload has no text of this name. */
export function textOf(payload: JobPayload, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string') throw new Error(`job payload lacks the text ${name}`);
  return value;
}

/** @throws Error when the payload has no integer of this name. */
export function integerOf(payload: JobPayload, name: string): number {
  const value = payload[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new Error(`job payload lacks the integer ${name}`);
  }
  return value;
}
