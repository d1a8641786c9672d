/** Made-up settings of the shop, of each source and kind. */

import { builtInSettings, settingDefinitions, settingNames } from '../../src/domain/shop-settings.ts';
import type { ShopSettingsList } from '../../web/console/api/types.ts';
import { at, scriptTitle } from './made-up-values.ts';

const set = { shop_name: scriptTitle, company: scriptTitle, accent: '#8a1c5a', orders_open: false };

export const settings: ShopSettingsList = {
  settings: settingNames.map((name) => {
    const { variable } = settingDefinitions[name];
    const fallback = builtInSettings[name];
    const values: Readonly<Record<string, string | boolean>> = set;
    const value = values[name];
    if (value !== undefined) {
      return { name, value, source: 'console', fallback, variable, changed_by: scriptTitle, changed_at: at };
    }
    const source = variable === null ? 'built_in' : 'environment';
    return { name, value: fallback, source, fallback, variable, changed_by: null, changed_at: null };
  }),
  version: 'seen',
};
