/** Work that must happen later or elsewhere: rows of one table, committed with the state that demands them. */

import type { Instant } from '../../domain/zoned-time.ts';

export const jobKinds = [
  /** Makes the picture of a paid order. */
  'process_order',
  /** Asks a provider how an attempt stands, with growing pauses, until it is settled: heals lost notifies. */
  'check_payment',
  /** Closes the open attempts of a cancelled or paid order at their provider. */
  'close_payment',
  /** Gives money back, and asks until the provider says that it is back. */
  'refund_payment',
  /** Tells the operator's system of an event. */
  'deliver_event',
  /** Removes one file of ours that nothing refers to any more. */
  'remove_file',
  /** Schedules: each is one job that puts itself back. */
  'expire_orders',
  'purge_files',
  'audit_money',
] as const;

export type JobKind = (typeof jobKinds)[number];

/** JSON; each kind's handler parses its own. */
export type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

export interface NewJob {
  readonly kind: JobKind;
  /** At most one unfinished job per kind and key; null: no such bound. */
  readonly key: string | null;
  readonly payload: JobPayload;
  /** Higher first. */
  readonly priority: number;
  readonly runAt: Instant;
  readonly attemptsMax: number;
  /** The id of the request that caused it, for the log. */
  readonly requestId: string | null;
}

export interface Job extends NewJob {
  readonly id: number;
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** Fencing token of this claim: a later claim has another. */
  readonly token: string;
  readonly createdAt: Instant;
  readonly lastError: string | null;
}

export interface JobFailure {
  readonly error: string | null;
  /**
   * False when the attempt must not count: a clean shutdown, or a planned later look. One without an error
   * went well, so the failures before it are forgotten too: a schedule's must not add up over its life.
   */
  readonly counted: boolean;
}

/** @throws Error when the payload was written without it: a programmer's mistake. */
export function textOf(payload: JobPayload, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string') throw new Error(`job payload lacks the text ${name}`);
  return value;
}

/** @throws Error like `textOf`. */
export function integerOf(payload: JobPayload, name: string): number {
  const value = payload[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new Error(`job payload lacks the integer ${name}`);
  }
  return value;
}
