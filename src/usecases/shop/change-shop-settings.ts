/** Lists and changes the settings of the shop, for operators. */

import { AppError } from '../../domain/errors.ts';
import { builtInConsent } from '../../domain/face-consent.ts';
import {
  checkedSetting,
  type SettingName,
  type SettingValue,
  type ShopSettings,
  settingDefinitions,
  settingNames,
} from '../../domain/shop-settings.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { AuditFacts } from '../callers/audit-store.ts';
import { isSessionCaller, type OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { requireRecentProof } from '../callers/recent-proof.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { keepIcon, requireIcon } from '../goods/icons.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { overridesOf } from './live-shop-settings.ts';
import type { StoredSetting } from './shop-settings-store.ts';

export interface SettingView {
  readonly name: SettingName;
  readonly value: SettingValue;
  /** Where the present value comes from. */
  readonly source: 'console' | 'environment' | 'built_in';
  /** The value that the setting has if the console sets none. */
  readonly fallback: SettingValue;
  readonly variable: string | null;
  /** When and by whom the setting was changed in the console; null: the console does not set it. */
  readonly changed: { readonly by: string; readonly at: Instant } | null;
}

type SettingsDeps = Pick<Deps, 'store' | 'clock' | 'files' | 'shopSettings'>;

export interface SettingsChange {
  readonly values: Partial<ShopSettings>;
  /** The settings that return to their defaults. */
  readonly resets: readonly SettingName[];
  /**
   * Whether the stored settings are still those that the operator saw before editing. Null: overwrite the stored
   * settings in any case.
   */
  readonly isUnchanged: ((stored: readonly SettingView[]) => boolean) | null;
}

/** @throws AppError `forbidden` */
export async function listShopSettings(deps: SettingsDeps, caller: OperatorCaller): Promise<SettingView[]> {
  requirePermission(caller, 'settings_see');
  return viewsOf(deps, await deps.store.read.shopSettings.all());
}

function viewsOf({ shopSettings }: SettingsDeps, stored: readonly StoredSetting[]): SettingView[] {
  const { values, fromEnvironment } = shopSettings.fallbacks;
  const overrides = overridesOf(stored);
  return settingNames.map((name) => {
    const row = stored.find((one) => one.name === name);
    const override = overrides[name];
    const fallback = values[name];
    const isOverridden = override !== undefined && row !== undefined;
    return {
      name,
      value: override ?? fallback,
      source: isOverridden ? 'console' : fromEnvironment.has(name) ? 'environment' : 'built_in',
      fallback,
      variable: settingDefinitions[name].variable,
      changed: isOverridden ? { by: row.changedBy, at: row.changedAt } : null,
    };
  });
}

/**
 * @returns all settings as they are now.
 * @throws AppError `forbidden`, `invalid_parameters`, `illegal_transition` (another operator changed a setting).
 */
export async function changeShopSettings(
  deps: SettingsDeps,
  caller: OperatorCaller,
  { values, resets, isUnchanged }: SettingsChange,
): Promise<SettingView[]> {
  requirePermission(caller, 'settings_change');
  // Without a recent proof of identity, a thief of the session could link customers to another site, close the shop
  // or shorten the retention of photos.
  if (isSessionCaller(caller)) requireRecentProof(caller, deps.clock.now());
  const given = await checkedValues(deps, values, resets);
  const after = await deps.store.transaction(async (tx) => {
    await tx.shopSettings.lock();
    const before = viewsOf(deps, await tx.shopSettings.all());
    if (isUnchanged?.(before) === false) throw settingsChanged();
    const changed = before.filter(
      ({ name, value, source }) =>
        (given.has(name) && given.get(name) !== value) || (resets.includes(name) && source === 'console'),
    );
    if (changed.length === 0) return before;
    const logo = given.get('logo');
    if (typeof logo === 'string' && logo !== '') await keepIcon(tx, 'logo', logo);
    for (const { name } of changed) await write(deps, tx, caller, name, given.get(name));
    const views = viewsOf(deps, await tx.shopSettings.all());
    await addConsentText(tx, deps, caller, views, changed);
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'settings_changed',
      targetKind: 'shop',
      targetId: 'settings',
      reason: null,
      before: factsOf(before, changed),
      after: factsOf(views, changed),
    });
    return views;
  });
  // Read the settings, so that later calls to this process use the change. Other processes read the settings after
  // the message `shop_settings_changed`.
  await deps.shopSettings.refresh();
  return after;
}

async function checkedValues(
  deps: SettingsDeps,
  values: Partial<ShopSettings>,
  resets: readonly SettingName[],
): Promise<Map<SettingName, SettingValue>> {
  const given = new Map<SettingName, SettingValue>();
  for (const name of settingNames) {
    const value = values[name];
    if (value === undefined || resets.includes(name)) continue;
    given.set(name, checkedSetting(name, value));
  }
  const logo = given.get('logo');
  if (typeof logo === 'string' && logo !== '') await requireIcon(deps, 'logo', logo);
  return given;
}

/** @param value undefined: the setting returns to its default. */
function write(
  { clock }: SettingsDeps,
  tx: StoreTransaction,
  caller: OperatorCaller,
  name: SettingName,
  value: SettingValue | undefined,
): Promise<void> {
  if (value === undefined) return tx.shopSettings.remove(name);
  return tx.shopSettings.save({ name, value, changedBy: caller.operator.name, changedAt: clock.now() });
}

const consentSettings: readonly SettingName[] = ['face_consent', 'face_consent_en', 'face_consent_zh'];

/**
 * Adds a version of the consent text if the text has changed; customers must consent to the new version again. Adds
 * nothing while the shop does not ask for consent.
 */
async function addConsentText(
  tx: StoreTransaction,
  { clock }: SettingsDeps,
  caller: OperatorCaller,
  views: readonly SettingView[],
  changed: readonly SettingView[],
): Promise<void> {
  if (!changed.some(({ name }) => consentSettings.includes(name))) return;
  const valueNow = (wanted: SettingName) => views.find(({ name }) => name === wanted)?.value;
  if (valueNow('face_consent') !== true) return;
  const text = (name: SettingName, builtIn: string) => String(valueNow(name) ?? '') || builtIn;
  const en = text('face_consent_en', builtInConsent.en);
  const zh = text('face_consent_zh', builtInConsent.zh);
  const former = await tx.consents.currentText();
  if (former?.en === en && former.zh === zh) return;
  const version = (former?.version ?? 0) + 1;
  await tx.consents.addText({ version, en, zh, createdBy: caller.operator.name, createdAt: clock.now() });
}

function factsOf(views: readonly SettingView[], changed: readonly SettingView[]): AuditFacts {
  const names = changed.map(({ name }) => name);
  return Object.fromEntries(
    views.filter(({ name }) => names.includes(name)).map(({ name, value }) => [name, value]),
  );
}

function settingsChanged(): AppError {
  const detail =
    'Another operator changed the settings in the meantime. Load them again before you edit them.';
  return new AppError('illegal_transition', detail, { reason: 'settings_changed' });
}
