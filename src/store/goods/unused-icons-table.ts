/** The table `unused_icons`: uploaded icons and pictures that nothing uses. */

import { flag, integer, text } from '../column.ts';
import { table } from '../table.ts';

export const unusedIconsTable = table('unused_icons', {
  path: text,
  unusedSince: integer,
  isRemoved: flag,
});
