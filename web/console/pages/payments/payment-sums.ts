/** Sums of payments: by day for charts, over all providers for the figures. One currency at a time. */

import type { MoneyRow } from '../../api/types.ts';
import { daysBetween } from '../../format/days.ts';

export interface DaySum {
  readonly day: string;
  readonly takings: number;
  readonly refunds: number;
  readonly open: number;
}

export interface MoneySum {
  readonly takings: number;
  readonly takingsCount: number;
  readonly refunds: number;
  readonly refundsCount: number;
  /** What remains of the money received: revenue plus surplus payments, minus all refunds. */
  readonly net: number;
  readonly surplus: number;
  readonly open: number;
  readonly openCount: number;
}

function add(rows: readonly MoneyRow[], pick: (row: MoneyRow) => number): number {
  return rows.reduce((sum, row) => sum + pick(row), 0);
}

export function sumOf(rows: readonly MoneyRow[], currency: string): MoneySum {
  const own = rows.filter((row) => row.currency === currency);
  const takings = add(own, (row) => row.takings);
  const surplus = add(own, (row) => row.surplus);
  const refunds = add(own, (row) => row.refunds);
  const returned = add(own, (row) => row.surplus_returned);
  const settled = add(own, (row) => row.settled);
  return {
    takings,
    takingsCount: add(own, (row) => row.takings_count),
    refunds,
    refundsCount: add(own, (row) => row.refunds_count),
    net: takings + surplus - refunds - returned - settled,
    surplus,
    open: add(own, (row) => row.open),
    openCount: add(own, (row) => row.open_count),
  };
}

/** One entry for each day, also for days without payments. */
export function sumsByDay(rows: readonly MoneyRow[], currency: string, from: string, to: string): DaySum[] {
  return daysBetween(from, to).map((day) => {
    const { takings, refunds, open } = sumOf(
      rows.filter((row) => row.day === day),
      currency,
    );
    return { day, takings, refunds, open };
  });
}

/** Lists the currencies of the rows, the shop's own currency first. */
export function currenciesOf(rows: readonly MoneyRow[], own: string): string[] {
  return [...new Set([own, ...rows.map(({ currency }) => currency)])];
}
