/** Writes the figures of a period as CSV: a line for each day, product and way of paying. */

import type { Sale } from '../../usecases/numbers/numbers-store.ts';
import type { Numbers } from '../../usecases/numbers/report-numbers.ts';
import { csvText, harmless, inMajorUnits } from '../console/csv.ts';

const columns = [
  'day',
  'good_id',
  'good',
  'provider',
  'channel',
  'currency',
  'revenue',
  'payments',
  'refunds',
  'refund_count',
  'settled',
  'settled_count',
] as const;

export function numbersToCsv({ now, goods }: Numbers): string {
  const titles = new Map(goods.map(({ id, title }) => [id, title]));
  const rows = now.days.flatMap(({ day, sales, returns, settlements }) =>
    waysOf(sales, returns, settlements).map(({ way, sale, refund, settlement }) => [
      day,
      String(way.goodsId),
      harmless(titles.get(way.goodsId) ?? ''),
      harmless(way.provider),
      harmless(way.channel),
      harmless(way.currency),
      inMajorUnits(sale?.amountMinor ?? 0),
      String(sale?.count ?? 0),
      inMajorUnits(refund?.amountMinor ?? 0),
      String(refund?.count ?? 0),
      inMajorUnits(settlement?.amountMinor ?? 0),
      String(settlement?.count ?? 0),
    ]),
  );
  return csvText([columns, ...rows]);
}

interface Way {
  readonly way: Sale;
  readonly sale: Sale | undefined;
  readonly refund: Sale | undefined;
  readonly settlement: Sale | undefined;
}

/** Lists every pair of a product and a way of paying that has a payment, a refund or a settled refund on this day. */
function waysOf(
  sales: readonly Sale[],
  refunds: readonly Sale[],
  settlements: readonly Sale[],
): readonly Way[] {
  const keyOf = ({ goodsId, provider, channel, currency }: Sale) =>
    [goodsId, provider, channel, currency].join('\n');
  const byKey = (list: readonly Sale[]) => new Map(list.map((one) => [keyOf(one), one]));
  const [sold, returned, settled] = [byKey(sales), byKey(refunds), byKey(settlements)];
  const ways = new Map([...settled, ...returned, ...sold]);
  return [...ways]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, way]) => ({
      way,
      sale: sold.get(key),
      refund: returned.get(key),
      settlement: settled.get(key),
    }));
}
