/** Helpers for the tests of reconciliation: they end a day with a bill of the fake bank, and read the differences. */

import assert from 'node:assert/strict';
import { dayOf } from '../../../src/domain/civil-day.ts';
import { AppError } from '../../../src/domain/errors.ts';
import type { BillRow } from '../../../src/usecases/ports/provider-bill.ts';
import { applyRemedy } from '../../../src/usecases/reconciliation/apply-remedy.ts';
import type { Remedy } from '../../../src/usecases/reconciliation/reconciliation-store.ts';
import { operator, type Shop } from '../../support/shop.ts';

export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;
export const reason = 'The bank says so.';

export function appError(code: string, reasonCode?: string) {
  return (error: unknown): true => {
    assert.ok(error instanceof AppError, String(error));
    assert.deepEqual([error.code, error.reason], [code, reasonCode]);
    return true;
  };
}

export function today(shop: Shop): number {
  return dayOf(shop.clock.now(), shop.bank.billZone);
}

export function paymentRow(shop: Shop, paymentNo: string, change: Partial<BillRow> = {}): BillRow {
  return {
    kind: 'payment',
    paymentNo,
    refundNo: null,
    providerRef: `bank-${paymentNo}`,
    amountMinor: 990,
    currency: 'CNY',
    feeMinor: 6,
    state: 'done',
    at: shop.clock.now(),
    ...change,
  };
}

export function refundRow(
  shop: Shop,
  paymentNo: string,
  refundNo: string,
  change: Partial<BillRow> = {},
): BillRow {
  return {
    ...paymentRow(shop, paymentNo),
    kind: 'refund',
    refundNo,
    providerRef: `bank-${refundNo}`,
    ...change,
  };
}

/** Ends the present day: its bill has these rows, and the bills of the days around it are empty. */
export async function endDay(shop: Shop, ...rows: readonly BillRow[]): Promise<void> {
  const day = today(shop);
  for (const empty of [day - 2, day - 1, day, day + 1]) {
    if (!shop.bank.bills.has(empty)) shop.bank.bills.set(empty, []);
  }
  shop.bank.bills.set(day, rows);
  shop.clock.advance(2 * dayMs);
  await shop.drain();
}

export async function open(shop: Shop) {
  return shop.store.read.reconciliation.differences('open', null, 99);
}

export async function onlyDifference(shop: Shop) {
  const [difference, ...others] = await open(shop);
  assert.ok(difference !== undefined, 'no difference is open');
  assert.deepEqual(others, []);
  return difference;
}

export function remedy(shop: Shop, id: number, expected: Remedy | null = null) {
  return applyRemedy(shop.deps, operator, id, reason, expected);
}
