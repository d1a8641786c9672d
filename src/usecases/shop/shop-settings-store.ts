/** The part of the store's port for the settings that owners change in the console. */

import type { Instant } from '../../domain/zoned-time.ts';

export interface StoredSetting {
  /**
   * The name of the setting. A newer version of the service may have stored a setting that this version does not
   * know.
   */
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
  /** Prevents other transactions from changing settings until this transaction ends. */
  lock(): Promise<void>;
  save(setting: StoredSetting): Promise<void>;
  /** Removes the stored value, so that the setting returns to its default. */
  remove(name: string): Promise<void>;
}
