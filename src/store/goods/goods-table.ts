/** The table `goods`: the catalogue. */

import { flag, generatedId, integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const goodsTable = table('goods', {
  id: generatedId,
  title: text,
  summary: text,
  icon: text,
  priceMinor: integer,
  memberPriceMinor: nullable(integer),
  sort: integer,
  functName: text,
  onShelf: flag,
});
