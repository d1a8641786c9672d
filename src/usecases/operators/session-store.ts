/** What the use cases need of the database for sessions of the console. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Operator } from './operator-store.ts';

export interface OperatorSession {
  readonly id: number;
  readonly operator: Operator;
  readonly createdAt: Instant;
  readonly seenAt: Instant;
  /** Whatever happens. */
  readonly expiresAt: Instant;
  readonly userAgent: string | null;
  readonly address: string;
}

export interface NewSession {
  readonly digest: string;
  readonly operatorId: number;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly userAgent: string | null;
  readonly address: string;
}

export interface SessionReads {
  /** Whether it has ended by time is for the caller to see. */
  byDigest(digest: string): Promise<OperatorSession | undefined>;
  byId(id: number): Promise<OperatorSession | undefined>;
  /** Newest first; of one operator, or (null) of all. */
  ofOperator(operatorId: number | null): Promise<OperatorSession[]>;
}

export interface SessionWrites extends SessionReads {
  insert(session: NewSession): Promise<number>;
  recordUse(id: number, seenAt: Instant): Promise<void>;
  end(id: number): Promise<void>;
  /** @param exceptId one that stays; null: none does. */
  endAllOf(operatorId: number, exceptId: number | null): Promise<number>;
  /** Removes what has ended by time. */
  purge(now: Instant, seenBefore: Instant): Promise<void>;
}
