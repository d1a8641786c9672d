/** The part of the store's port for the settings that owners change in the console. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface StoredSetting {
  /** A newer version may have stored a setting that this version does not know. */
  readonly name: string;
  readonly value: unknown;
  /** The operator's name. */
  readonly changedBy: string;
  readonly changedAt: Instant;
}

export interface ShopSettingsReads {
  all(): Promise<StoredSetting[]>;
}

export interface ShopSettingsWrites extends ShopSettingsReads {
  /** Lets one transaction at a time change settings. The lock ends with the transaction. */
  lock(): Promise<void>;
  save(setting: StoredSetting): Promise<void>;
  /** Removes the stored value, so that the setting returns to its default. */
  remove(name: string): Promise<void>;
}
