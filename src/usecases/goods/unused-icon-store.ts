/** The part of the store's port for uploaded icons and pictures that nothing uses. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface UnusedIcon {
  /** The path as goods and settings have it: `/icons/….png`. */
  readonly path: string;
  readonly unusedSince: Instant;
  /** Whether the file is removed, or about to be. */
  readonly isRemoved: boolean;
}

export interface UnusedIconReads {
  all(): Promise<UnusedIcon[]>;
}

export interface UnusedIconWrites extends UnusedIconReads {
  /** Does nothing when the path is known. */
  add(path: string, unusedSince: Instant): Promise<void>;
  /** Forgets the path, because something uses it from now on. @returns false: its file is removed. */
  keep(path: string): Promise<boolean>;
  /** @returns false: something uses the icon meanwhile, or its file is removed already. */
  remove(path: string): Promise<boolean>;
  forget(path: string): Promise<void>;
}
