/**
 * The current settings of the shop in this process. The process reads them at its start, and again after each change
 * that any process makes.
 */

import { hasTypeOf, isSettingName, type SettingName, type ShopSettings } from '../../domain/shop-settings.ts';
import type { Store } from '../ports/store.ts';
import type { Log } from '../ports/tools.ts';
import type { Settings } from '../settings.ts';
import type { StoredSetting } from './shop-settings-store.ts';

export interface SettingFallbacks {
  /** The values that settings have if the console sets none. */
  readonly values: ShopSettings;
  /** The settings whose value comes from an environment variable. */
  readonly fromEnvironment: ReadonlySet<SettingName>;
}

export interface LiveShopSettings {
  readonly fallbacks: SettingFallbacks;
  /** Returns the same object until a setting changes. */
  current(): ShopSettings;
  /** The values that the console sets. */
  overrides(): Partial<ShopSettings>;
  /** Reads the settings from the database. */
  refresh(): Promise<void>;
  /** Ends the subscription to changes. */
  stop(): void;
}

/** Leaves out settings that this version does not know. */
export function overridesOf(stored: readonly StoredSetting[]): Partial<ShopSettings> {
  const known = stored.flatMap(({ name, value }) =>
    isSettingName(name) && hasTypeOf(name, value) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(known);
}

/** Until the first `refresh`, the settings have the values of `fallbacks`. */
export function createLiveShopSettings(
  { store, log }: { readonly store: Store; readonly log: Log },
  fallbacks: SettingFallbacks,
): LiveShopSettings {
  let overrides: Partial<ShopSettings> = {};
  let current = fallbacks.values;

  async function refresh(): Promise<void> {
    overrides = overridesOf(await store.read.shopSettings.all());
    const next = { ...fallbacks.values, ...overrides };
    if (JSON.stringify(next) !== JSON.stringify(current)) current = next;
  }

  const stop = store.subscribe(({ kind }) => {
    if (kind !== 'shop_settings_changed' && kind !== 'missed') return;
    // If the read fails, the previous settings stay in use. The store publishes `missed` at intervals, after which
    // the settings are read again.
    refresh().catch((err: unknown) => log.warn({ err }, 'the settings of the shop could not be read'));
  });
  return { fallbacks, current: () => current, overrides: () => overrides, refresh, stop };
}

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** @returns the settings of the use cases, in which the settings of the console replace those of the environment. */
export function withShopSettings(
  settings: Settings,
  { overrides }: Pick<LiveShopSettings, 'overrides'>,
): Settings {
  const days = (value: number | undefined, fallbackMs: number) =>
    value === undefined ? fallbackMs : value * dayMs;
  return {
    ...settings,
    get aiLabels() {
      const { source_type_colourised, source_type_restored, source_type_id_photo } = overrides();
      const { ai_label_colourised, ai_label_restored, ai_label_id_photo } = overrides();
      const { ai_producer, shop_name } = overrides();
      const { colourised, restored, idPhoto, producer } = settings.aiLabels;
      return {
        colourised: {
          sourceType: source_type_colourised ?? colourised.sourceType,
          isAiMade: ai_label_colourised ?? colourised.isAiMade,
        },
        restored: {
          sourceType: source_type_restored ?? restored.sourceType,
          isAiMade: ai_label_restored ?? restored.isAiMade,
        },
        idPhoto: {
          sourceType: source_type_id_photo ?? idPhoto.sourceType,
          isAiMade: ai_label_id_photo ?? idPhoto.isAiMade,
        },
        producer: ai_producer || shop_name || producer,
      };
    },
    get ordersOpen() {
      return overrides().orders_open ?? settings.ordersOpen;
    },
    get asksForFaceConsent() {
      return overrides().face_consent ?? settings.asksForFaceConsent;
    },
    get uploadKeptMs() {
      const hours = overrides().upload_kept_hours;
      return hours === undefined ? settings.uploadKeptMs : hours * hourMs;
    },
    get resultKeptMs() {
      return days(overrides().result_kept_days, settings.resultKeptMs);
    },
    get memberResultKeptMs() {
      return days(overrides().member_result_kept_days, settings.memberResultKeptMs);
    },
    get unpaidOrdersKeptMs() {
      const kept = overrides().unpaid_orders_kept_days;
      if (kept === undefined) return settings.unpaidOrdersKeptMs;
      return kept === 0 ? null : kept * dayMs;
    },
  };
}
