/**
 * The part of the store's port for counts of failed sign-ins, which delay further attempts and are recorded in the
 * audit log.
 */

import type { Instant } from '../../domain/zoned-time.ts';

export interface SignInFailures {
  readonly tries: number;
  readonly waitUntil: Instant;
  /** The time from which the use case counts how many of the attempts are forgotten: that of a wrong attempt, or later. */
  readonly lastAt: Instant;
}

/** The number of refused sign-ins with one name by one client since `firstAt`. */
export interface RefusedSignIn {
  readonly name: string;
  readonly client: string;
  readonly address: string | null;
  readonly times: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
}

export interface SignInReads {
  failures(subject: string): Promise<SignInFailures | undefined>;
}

export interface SignInWrites extends SignInReads {
  saveFailures(subject: string, tries: SignInFailures): Promise<void>;
  purgeFailures(before: Instant): Promise<void>;
  /** Prevents other transactions from counting attempts of this name or address until this transaction ends. */
  lock(subject: string): Promise<void>;
  /**
   * Reads the sums of refused sign-ins, oldest first, and prevents other transactions from changing them until this
   * transaction ends.
   */
  lockRefused(): Promise<RefusedSignIn[]>;
  /** Inserts a sum, or writes `times` and `lastAt` of the existing sum of this name and client. */
  saveRefused(refused: RefusedSignIn): Promise<void>;
  removeRefused(refused: Pick<RefusedSignIn, 'name' | 'client'>): Promise<void>;
}
