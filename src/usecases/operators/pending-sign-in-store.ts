/** The part of the store's port for sign-ins whose password was right and which wait for the second factor. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Operator } from './operator-store.ts';

export interface PendingSignIn {
  readonly id: number;
  readonly operator: Operator;
  /** The hash of the operator's password at the time of the sign-in. */
  readonly passwordHash: string;
  readonly weakPassword: boolean;
  readonly wrongCodes: number;
  readonly expiresAt: Instant;
}

export interface NewPendingSignIn extends Pick<PendingSignIn, 'passwordHash' | 'weakPassword' | 'expiresAt'> {
  readonly digest: string;
  readonly operatorId: number;
}

export interface PendingSignInReads {
  /**
   * Finds a pending sign-in. The caller must check that it has not expired, and that its operator is enabled and has
   * the same password.
   */
  byDigest(digest: string): Promise<PendingSignIn | undefined>;
}

export interface PendingSignInWrites extends PendingSignInReads {
  insert(pending: NewPendingSignIn): Promise<number>;
  recordWrongCode(id: number): Promise<void>;
  /** @returns false when it was removed before. Of parallel calls, one returns true. */
  remove(id: number): Promise<boolean>;
  /** Deletes the pending sign-ins that expired before `now`. */
  purge(now: Instant): Promise<void>;
}
