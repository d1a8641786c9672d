/** Calls about the settings of the shop. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SettingName, SettingValue } from '../../../../src/domain/shop-settings.ts';
import { get, post } from '../../api/call.ts';
import type { ShopSettingsList } from '../../api/types.ts';

const refetchEveryMs = 30_000;
const key = ['settings'] as const;

export type Setting = ShopSettingsList['settings'][number];

export function useSettings(enabled = true) {
  return useQuery({
    queryKey: key,
    enabled,
    // Another operator may close the shop meanwhile.
    refetchInterval: refetchEveryMs,
    queryFn: ({ signal }) => get<ShopSettingsList>('settings', {}, signal),
  });
}

export interface SettingsToSave {
  readonly values: Readonly<Partial<Record<SettingName, SettingValue>>>;
  readonly resets: readonly SettingName[];
  /** The version with which the form was filled. */
  readonly version: string;
}

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ values, resets, version }: SettingsToSave) =>
      post<ShopSettingsList>('settings', {
        ...values,
        version,
        ...(resets.length === 0 ? {} : { reset: resets }),
      }),
    onSuccess: (saved) => client.setQueryData(key, saved),
  });
}
