/** Reports payments and refunds by day (in the shop's time zone), provider and currency. */

import { dayOf, formatDay, parseDay, startOfDay } from '../../domain/civil-day.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { MoneySlice } from './payment-store.ts';

const daysMax = 400;

export interface Counted {
  readonly amountMinor: number;
  readonly count: number;
}

export type MoneySums = Readonly<Record<MoneySlice['what'], Counted>>;

export interface MoneyRow {
  /** `YYYY-MM-DD`; null: the sum of all requested days. */
  readonly day: string | null;
  readonly provider: string;
  readonly currency: string;
  readonly sums: MoneySums;
}

export interface MoneyReport {
  readonly from: string;
  /** Included. */
  readonly to: string;
  readonly timeZone: string;
  /** Sorted by day, provider and currency. Rows without payments and refunds are omitted. */
  readonly days: readonly MoneyRow[];
  readonly totals: readonly MoneyRow[];
}

/**
 * @param from `YYYY-MM-DD` in the shop's time zone, as is `to`. Both days are included.
 * @throws AppError `forbidden`, `invalid_parameters`.
 */
export async function reportMoney(
  { store, settings }: Pick<Deps, 'store' | 'settings'>,
  caller: OperatorCaller,
  from: string,
  to: string,
): Promise<MoneyReport> {
  requirePermission(caller, 'money_see');
  const { zone } = settings;
  const first = requireDay('from', from);
  const last = requireDay('to', to);
  if (last < first) throw invalidParameter('to', 'day_order', 'must not be before `from`');
  if (last - first >= daysMax) {
    throw invalidParameter('to', 'days_max', `must be less than ${daysMax} days after \`from\``, {
      max: daysMax,
    });
  }
  const slices = await store.read.payments.moneySlices(startOfDay(first, zone), startOfDay(last + 1, zone));
  return {
    from,
    to,
    timeZone: zone.name,
    days: rowsOf(slices, (slice) => formatDay(dayOf(slice.quarterAt, zone))),
    totals: rowsOf(slices, () => null),
  };
}

function requireDay(name: string, text: string): number {
  const day = parseDay(text);
  if (day === undefined) throw invalidParameter(name, 'not_a_day', 'must be a day, written YYYY-MM-DD');
  return day;
}

const nothing: Counted = { amountMinor: 0, count: 0 };
const noSums: MoneySums = {
  takings: nothing,
  surplus: nothing,
  refunds: nothing,
  surplus_returned: nothing,
  open: nothing,
};

function rowsOf(slices: readonly MoneySlice[], dayOfSlice: (slice: MoneySlice) => string | null): MoneyRow[] {
  const rows = new Map<string, MoneyRow>();
  for (const slice of slices) {
    const day = dayOfSlice(slice);
    const { provider, currency, what } = slice;
    // A line break separates the parts, because none of them can contain one.
    const key = [day ?? '', provider, currency].join('\n');
    const row = rows.get(key) ?? { day, provider, currency, sums: noSums };
    const before = row.sums[what];
    const sum = {
      amountMinor: before.amountMinor + slice.amountMinor,
      count: before.count + slice.count,
    };
    rows.set(key, { ...row, sums: { ...row.sums, [what]: sum } });
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
