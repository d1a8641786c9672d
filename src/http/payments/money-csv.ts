/** Writes payments and refunds by day as CSV. */

import type { Counted, MoneyReport, MoneyRow } from '../../usecases/payments/report-money.ts';
import { csvText, harmless, inMajorUnits } from '../console/csv.ts';

const columns = [
  'day',
  'provider',
  'currency',
  'takings',
  'takings_count',
  'surplus',
  'surplus_count',
  'refunds',
  'refunds_count',
  'surplus_returned',
  'surplus_returned_count',
  'open',
  'open_count',
  'settled',
  'settled_count',
] as const;

/** Totals are left out, so that a sum over a column counts each amount once. */
export function moneyToCsv({ days }: MoneyReport): string {
  return csvText([columns, ...days.map(cellsOf)]);
}

function cellsOf({ day, provider, currency, sums }: MoneyRow): readonly string[] {
  return [
    ...[day ?? '', provider, currency].map(harmless),
    ...[sums.takings, sums.surplus, sums.refunds, sums.surplus_returned, sums.open, sums.settled].flatMap(
      ({ amountMinor, count }: Counted) => [inMajorUnits(amountMinor), String(count)],
    ),
  ];
}
