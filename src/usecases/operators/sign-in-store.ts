/** What the use cases need of the database to slow down and record failed sign-ins. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface SignInFailures {
  readonly tries: number;
  readonly waitUntil: Instant;
  readonly lastAt: Instant;
}

/** Refused sign-ins of one name by one client since `firstAt`. */
export interface RefusedSignIn {
  readonly name: string;
  readonly client: string;
  readonly address: string | null;
  readonly times: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
}

export interface SignInWrites {
  failures(subject: string): Promise<SignInFailures | undefined>;
  saveFailures(subject: string, tries: SignInFailures): Promise<void>;
  purgeFailures(before: Instant): Promise<void>;
  /** Keeps other transactions from signing in by this name or address until this one ends. */
  lock(subject: string): Promise<void>;
  /** All of them, the oldest first; keeps other transactions from changing them until this one ends. */
  lockRefused(): Promise<RefusedSignIn[]>;
  /** Of one that is there: `times` and `lastAt`. */
  saveRefused(refused: RefusedSignIn): Promise<void>;
  removeRefused(refused: Pick<RefusedSignIn, 'name' | 'client'>): Promise<void>;
}
