/** The part of the store's port for sessions of operators. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Operator } from './operator-store.ts';

export interface OperatorSession {
  readonly id: number;
  readonly operator: Operator;
  readonly createdAt: Instant;
  readonly seenAt: Instant;
  /** The session ends at this time even if it is used. */
  readonly expiresAt: Instant;
  readonly userAgent: string | null;
  readonly address: string;
  /** Whether the password of the sign-in breaks the rules for new passwords. */
  readonly weakPassword: boolean;
  /** When the operator last proved their identity: at the sign-in, or later in the session. */
  readonly provenAt: Instant;
}

/**
 * A session to insert. The sign-in counts as its first use and as its first proof of identity, so `seenAt` and
 * `provenAt` become `createdAt`.
 */
export interface NewSession {
  readonly digest: string;
  readonly operatorId: number;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly userAgent: string | null;
  readonly address: string;
  readonly weakPassword: boolean;
}

export interface SessionReads {
  /** Finds a session. The caller must check whether the session has expired. */
  byDigest(digest: string): Promise<OperatorSession | undefined>;
  byId(id: number): Promise<OperatorSession | undefined>;
  /** The sessions of one operator (null: of all), newest first. */
  ofOperator(operatorId: number | null): Promise<OperatorSession[]>;
}

export interface SessionWrites extends SessionReads {
  insert(session: NewSession): Promise<number>;
  recordUse(id: number, seenAt: Instant): Promise<void>;
  recordProof(id: number, provenAt: Instant): Promise<void>;
  /** Records that the operator of the session now has a password that obeys the rules. */
  clearWeakPassword(id: number): Promise<void>;
  end(id: number): Promise<void>;
  /** @param exceptId the session that continues; null: none does. @returns the number of ended sessions. */
  endAllOf(operatorId: number, exceptId: number | null): Promise<number>;
  /** Deletes the sessions that expired before `now` or were last used before `seenBefore`. */
  purge(now: Instant, seenBefore: Instant): Promise<void>;
}
