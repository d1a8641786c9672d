/** The edits of the form of settings that are not saved, with the settings that the operator saw. */

import { type SettingName, type SettingValue, settingNames } from '../../../../src/domain/shop-settings.ts';
import type { ShopSettingsList } from '../../api/types.ts';

export type Edits = Readonly<Partial<Record<SettingName, SettingValue>>>;

export interface SettingsDraft {
  readonly edits: Edits;
  /**
   * The settings that the operator saw at the first edit; null: nothing is edited. The service compares their version
   * when it saves, so that a change by another operator since then is not overwritten unseen.
   */
  readonly seen: ShopSettingsList | null;
}

export const noEdits: SettingsDraft = { edits: {}, seen: null };

export function isEdited({ edits }: SettingsDraft): boolean {
  return Object.keys(edits).length > 0;
}

/** The draft without the edits whose value is the one in `values`. */
function without({ edits }: SettingsDraft, values: Edits, seen: ShopSettingsList): SettingsDraft {
  const left: Partial<Record<SettingName, SettingValue>> = {};
  for (const name of settingNames) {
    const value = edits[name];
    if (value !== undefined && value !== values[name]) left[name] = value;
  }
  return Object.keys(left).length === 0 ? noEdits : { edits: left, seen };
}

/** The draft without the edits that are as the setting that the operator saw. */
export function withoutUnchanged(draft: SettingsDraft): SettingsDraft {
  if (draft.seen === null) return draft;
  const stored = Object.fromEntries(draft.seen.settings.map(({ name, value }) => [name, value]));
  return without(draft, stored, draft.seen);
}

/** The draft after `sent` was saved. An edit that the operator has made since then stays. */
export function afterSaving(draft: SettingsDraft, sent: Edits, saved: ShopSettingsList): SettingsDraft {
  return without(draft, sent, saved);
}
