/** The part of the store's port for uploads. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface Upload {
  /** The `path` that the API returns. It cannot be guessed. */
  readonly path: string;
  /** The key in the file store. */
  readonly file: string;
  /** The user who alone may use the upload; null: every caller who knows the path may. */
  readonly ownerId: number | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly createdAt: Instant;
  /** When the upload may be purged. An order that uses the upload extends the time. */
  readonly keptUntil: Instant;
}

export interface UploadReads {
  byPath(path: string): Promise<Upload | undefined>;
  /** Returns at most `limit` uploads whose time is over. */
  expired(now: Instant, limit: number): Promise<Upload[]>;
}

export interface UploadWrites extends UploadReads {
  insert(upload: Upload): Promise<void>;
  /** Extends the time to keep an upload, and never shortens it. @returns whether the time was extended. */
  keep(path: string, until: Instant): Promise<boolean>;
  /** Deletes the upload if its time is over. @returns false when it is deleted already or kept longer. */
  deleteExpired(path: string, now: Instant): Promise<boolean>;
}
