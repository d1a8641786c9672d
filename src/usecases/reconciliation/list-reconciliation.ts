/** Lists the bills of the providers by day, and the differences to the service's own records. */

import type { DayNumber } from '../../domain/civil-day.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import { requireDays } from '../payments/report-money.ts';
import type { BillDay, BillTotal, ListedDifference } from './reconciliation-store.ts';

export interface ListedBill extends BillDay {
  /** One entry for each currency. */
  readonly totals: readonly BillTotal[];
  readonly openDifferences: number;
}

export interface DifferencePage {
  readonly differences: readonly ListedDifference[];
  /** The `beforeId` of the next page; null: this was the last page. */
  readonly next: number | null;
}

/**
 * Returns bills, newest first.
 * @param from `YYYY-MM-DD`, as is `to`. Both days are included. Each provider's days are days in the time zone of its
 * bills.
 * @throws AppError `forbidden`, `invalid_parameters`.
 */
export async function listBills(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  from: string,
  to: string,
): Promise<ListedBill[]> {
  requirePermission(caller, 'money_see');
  const { first, last } = requireDays(from, to);
  const { reconciliation } = store.read;
  const bills = await reconciliation.days(first, last);
  const totals = await reconciliation.totals(first, last);
  const open = await reconciliation.openCounts();
  return bills.map((bill) => {
    const isOfBill = (row: { readonly provider: string; readonly day: DayNumber }) =>
      row.provider === bill.provider && row.day === bill.day;
    return { ...bill, totals: totals.filter(isOfBill), openDifferences: open.find(isOfBill)?.count ?? 0 };
  });
}

/** @throws AppError `forbidden`. */
export async function listDifferences(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  state: 'open' | 'resolved',
  beforeId: number | null,
  limit: number,
): Promise<DifferencePage> {
  requirePermission(caller, 'money_see');
  const found = await store.read.reconciliation.differences(state, beforeId, limit + 1);
  const differences = found.slice(0, limit);
  return { differences, next: found.length > limit ? (differences.at(-1)?.id ?? null) : null };
}

/** Counts the open differences of all providers. */
export async function countOpenDifferences({ store }: Pick<Deps, 'store'>): Promise<number> {
  const counts = await store.read.reconciliation.openCounts();
  return counts.reduce((sum, { count }) => sum + count, 0);
}
