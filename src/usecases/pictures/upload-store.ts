/** The part of the store's port for uploads. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface Upload {
  /** The `path` that the API returns. It cannot be guessed. */
  readonly path: string;
  /** The key in the file store. */
  readonly file: string;
  /** The only user who may use the upload; null: every caller who knows the path may use it. */
  readonly ownerId: number | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly createdAt: Instant;
  /** When the upload may be purged. An order that uses the upload extends the time. */
  readonly keptUntil: Instant;
}

export interface UploadReads {
  byPath(path: string): Promise<Upload | undefined>;
  /** Returns at most `limit` uploads whose `keptUntil` has passed. */
  expired(now: Instant, limit: number): Promise<Upload[]>;
}

export interface UploadWrites extends UploadReads {
  insert(upload: Upload): Promise<void>;
  /**
   * Sets `keptUntil` of an upload to a later time. An earlier time changes nothing. @returns whether the time was
   * extended.
   */
  keep(path: string, until: Instant): Promise<boolean>;
  /** Reads an upload and prevents other transactions from deleting it until this transaction ends. */
  hold(path: string): Promise<Upload | undefined>;
  /**
   * Deletes the row of the upload if `keptUntil` has passed. @returns false when the row is deleted already, or
   * `keptUntil` was extended.
   */
  deleteExpired(path: string, now: Instant): Promise<boolean>;
}
