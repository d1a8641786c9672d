/** What the use cases need of the database for uploads. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface Upload {
  /** Opaque and unguessable; the wire's `path`. */
  readonly path: string;
  /** Key in the file store. */
  readonly file: string;
  /** The signed-in user whom alone it serves; null: whoever holds the path. */
  readonly ownerId: number | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly createdAt: Instant;
  /** When it is swept; an order that uses it sets this later. */
  readonly keptUntil: Instant;
}

export interface UploadReads {
  byPath(path: string): Promise<Upload | undefined>;
  expired(now: Instant, limit: number): Promise<Upload[]>;
}

export interface UploadWrites extends UploadReads {
  insert(upload: Upload): Promise<void>;
  /** Moves the sweep of an upload later, never earlier. @returns whether it did. */
  keep(path: string, until: Instant): Promise<boolean>;
  /** @returns false when it is gone already, or is kept longer by now. */
  deleteExpired(path: string, now: Instant): Promise<boolean>;
}
