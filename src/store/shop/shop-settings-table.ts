/** The table `shop_settings`: the settings that owners have changed in the console. */

import { integer, text } from '../column.ts';
import { json } from '../json-column.ts';
import { table } from '../table.ts';

export const shopSettingsTable = table('shop_settings', {
  name: text,
  value: json((parsed) => parsed),
  changedBy: text,
  changedAt: integer,
});
