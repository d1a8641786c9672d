/** What the use cases need of the database for idempotency keys. */

import type { Instant } from '../../domain/zoned-time.ts';

/** A stored answer of a creating call. `scope` keeps callers and operations apart. */
export interface IdempotencyRecord {
  readonly scope: string;
  readonly key: string;
  readonly bodyHash: string;
  /** Null while the first call is still being answered. */
  readonly answer: string | null;
  readonly createdAt: Instant;
}

/** Of one call on a record. One that is taken over belongs to a later call. */
export type IdempotencyClaim = Pick<IdempotencyRecord, 'scope' | 'key' | 'createdAt'>;

export interface IdempotencyReads {
  find(scope: string, key: string): Promise<IdempotencyRecord | undefined>;
}

export interface IdempotencyWrites extends IdempotencyReads {
  /** @returns false when the key exists already in this scope; nothing is changed then. */
  insert(record: IdempotencyRecord): Promise<boolean>;
  /** Takes over a record without an answer that was left behind before `before`. @returns whether it did. */
  takeOver(record: IdempotencyRecord, before: Instant): Promise<boolean>;
  /** Where the record is still the claim's. */
  answer(claim: IdempotencyClaim, answer: string): Promise<void>;
  /** Where the record is still the claim's. */
  remove(claim: IdempotencyClaim): Promise<void>;
  purge(before: Instant): Promise<number>;
}
