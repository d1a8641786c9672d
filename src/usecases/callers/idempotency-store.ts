/** The part of the store's port for idempotency keys. */

import type { Instant } from '../../domain/zoned-time.ts';

/**
 * The idempotency key of a call that creates something, and the stored response of this call. `scope`
 * separates callers and operations.
 */
export interface IdempotencyRecord {
  readonly scope: string;
  readonly key: string;
  readonly bodyHash: string;
  /** The stored response; null until the first call has its response. */
  readonly answer: string | null;
  /**
   * The order, if the response contains texts that its customer or the shop wrote; null otherwise. The erasure of the
   * order deletes the record, so a repetition of the call must be safe.
   */
  readonly orderNo: string | null;
  readonly createdAt: Instant;
}

/** The right of one call to store the response of a record. The right ends when a later call takes the record over. */
export type IdempotencyClaim = Pick<IdempotencyRecord, 'scope' | 'key' | 'createdAt'>;

export interface IdempotencyReads {
  find(scope: string, key: string): Promise<IdempotencyRecord | undefined>;
}

export interface IdempotencyWrites extends IdempotencyReads {
  /** Inserts the record unless the key exists in this scope. @returns false when it exists. */
  insert(record: IdempotencyRecord): Promise<boolean>;
  /**
   * Takes over a record that has no response and was created before `before`. @returns false when there is no such
   * record.
   */
  takeOver(record: IdempotencyRecord, before: Instant): Promise<boolean>;
  /** Stores the response, unless a later call has taken the record over. */
  answer(claim: IdempotencyClaim, answer: string): Promise<void>;
  /** Deletes the record, unless a later call has taken it over. */
  remove(claim: IdempotencyClaim): Promise<void>;
  /** Deletes the records that were created before `before`. @returns their number. */
  purge(before: Instant): Promise<number>;
}
