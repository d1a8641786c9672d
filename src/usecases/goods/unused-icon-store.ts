/** The part of the store's port for uploaded icons and pictures that nothing uses. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface UnusedIcon {
  /** The path of the icon, as goods and settings contain it: `/icons/….png`. */
  readonly path: string;
  readonly unusedSince: Instant;
  /** Whether the file is removed or will be removed soon. */
  readonly isRemoved: boolean;
}

export interface UnusedIconReads {
  all(): Promise<UnusedIcon[]>;
}

export interface UnusedIconWrites extends UnusedIconReads {
  /** Records that no good and no setting uses the icon. Does nothing if the path is recorded already. */
  add(path: string, unusedSince: Instant): Promise<void>;
  /**
   * Deletes the record of the path, because a good or a setting uses the icon from now on.
   * @returns false if the file of the icon is already removed.
   */
  keep(path: string): Promise<boolean>;
  /**
   * Records that the file of the icon is removed.
   * @returns false if the path is not recorded as unused, or its file is already removed.
   */
  remove(path: string): Promise<boolean>;
  forget(path: string): Promise<void>;
}
