/** The part of the store's port for uploaded icons and pictures that nothing uses. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface UnusedIcon {
  /** The path as goods and settings have it: `/icons/….png`. */
  readonly path: string;
  readonly unusedSince: Instant;
  /** Whether the file is removed or will be removed soon. */
  readonly isRemoved: boolean;
}

export interface UnusedIconReads {
  all(): Promise<UnusedIcon[]>;
}

export interface UnusedIconWrites extends UnusedIconReads {
  /** Does nothing if the path is stored already. */
  add(path: string, unusedSince: Instant): Promise<void>;
  /**
   * Deletes the path, because the icon is used from now on.
   * @returns false if its file is already removed.
   */
  keep(path: string): Promise<boolean>;
  /** @returns false if the icon is used again or its file is already removed. */
  remove(path: string): Promise<boolean>;
  forget(path: string): Promise<void>;
}
