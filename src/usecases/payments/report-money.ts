/** Reports payments and refunds by day (in the shop's time zone), provider and currency. */

import { type DayNumber, dayOf, formatDay, parseDay, startOfDay } from '../../domain/civil-day.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { Instant, TimeZone } from '../../domain/zoned-time.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { OpenRefunds } from '../refunds/refund-store.ts';
import type { MoneySlice, RefusedNotifications } from './payment-store.ts';

const daysMax = 400;

export interface Counted {
  readonly amountMinor: number;
  readonly count: number;
}

export type MoneySums = Readonly<Record<MoneySlice['what'], Counted>>;

export interface MoneyRow {
  /** The day, `YYYY-MM-DD`; null: the row contains the sums of all requested days. */
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
  readonly refused: readonly RefusedSum[];
  /** Number of differences to the providers' bills that are open now, on any day. */
  readonly openDifferences: number;
  /** All refunds that are not done now, of all days, by currency. */
  readonly openRefunds: readonly OpenRefunds[];
}

/** The payment notifications of a provider that were refused or repeated in the whole period. */
export type RefusedSum = Omit<RefusedNotifications, 'hourAt'>;

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
  const { first, last } = requireDays(from, to);
  const [begin, end] = [startOfDay(first, zone), startOfDay(last + 1, zone)];
  const slices = await store.read.payments.moneySlices(begin, end);
  const refused = await store.read.payments.refused(begin, end);
  const open = await store.read.reconciliation.openCounts();
  const dayText = dayTexts(first, last, zone);
  return {
    from,
    to,
    timeZone: zone.name,
    days: rowsOf(slices, (slice) => dayText(slice.quarterAt)),
    totals: rowsOf(slices, () => null),
    refused: refusedSums(refused),
    openDifferences: open.reduce((sum, { count }) => sum + count, 0),
    openRefunds: await store.read.refunds.openSums(),
  };
}

/** @param counts sorted by provider, code and hour. */
function refusedSums(counts: readonly RefusedNotifications[]): RefusedSum[] {
  const sums = new Map<string, RefusedSum>();
  for (const { hourAt: _hourAt, ...count } of counts) {
    const key = `${count.provider}\n${count.code}`;
    const before = sums.get(key)?.times ?? 0;
    sums.set(key, { ...count, times: before + count.times });
  }
  return [...sums.values()];
}

/**
 * @param from `YYYY-MM-DD`, as is `to`. Both days are included.
 * @throws AppError `invalid_parameters`.
 */
export function requireDays(
  from: string,
  to: string,
): { readonly first: DayNumber; readonly last: DayNumber } {
  const first = requireDay('from', from);
  const last = requireDay('to', to);
  if (last < first) throw invalidParameter('to', 'day_order', 'must not be before `from`');
  if (last - first >= daysMax) {
    throw invalidParameter('to', 'days_max', `must be less than ${daysMax} days after \`from\``, {
      max: daysMax,
    });
  }
  return { first, last };
}

export function requireDay(name: string, text: string): DayNumber {
  const day = parseDay(text);
  if (day === undefined) throw invalidParameter(name, 'not_a_day', 'must be a day, written YYYY-MM-DD');
  return day;
}

interface OpenRow extends Omit<MoneyRow, 'sums'> {
  readonly sums: Record<MoneySlice['what'], { amountMinor: number; count: number }>;
}

/**
 * Adds each slice to an existing row without copying the row, because a report of 400 days can have 38,400 slices for
 * each provider.
 */
function rowsOf(slices: readonly MoneySlice[], dayOfSlice: (slice: MoneySlice) => string | null): MoneyRow[] {
  const rows = new Map<string, OpenRow>();
  for (const slice of slices) {
    const day = dayOfSlice(slice);
    const { provider, currency, what } = slice;
    // A line break separates the parts, because no part can contain a line break.
    const key = `${day ?? ''}\n${provider}\n${currency}`;
    let row = rows.get(key);
    if (row === undefined) {
      row = { day, provider, currency, sums: noSums() };
      rows.set(key, row);
    }
    row.sums[what].amountMinor += slice.amountMinor;
    row.sums[what].count += slice.count;
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function noSums(): OpenRow['sums'] {
  const nothing = () => ({ amountMinor: 0, count: 0 });
  return {
    takings: nothing(),
    surplus: nothing(),
    refunds: nothing(),
    surplus_returned: nothing(),
    settled: nothing(),
    open: nothing(),
  };
}

/**
 * Finds the day of an instant by a binary search in a table of the beginnings of the days, because computing the
 * offset of a time zone for each instant would take microseconds each time.
 * @returns a function for instants from the first to the last day.
 */
function dayTexts(first: DayNumber, last: DayNumber, zone: TimeZone): (at: Instant) => string {
  const days: { readonly startsAt: Instant; readonly text: string }[] = [];
  for (let day = first; day <= last; day++)
    days.push({ startsAt: startOfDay(day, zone), text: formatDay(day) });
  return (at) => {
    let low = 0;
    let high = days.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((days[middle]?.startsAt ?? Number.POSITIVE_INFINITY) <= at) low = middle;
      else high = middle - 1;
    }
    return days[low]?.text ?? formatDay(dayOf(at, zone));
  };
}
