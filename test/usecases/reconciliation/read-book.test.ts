/** The bill that the service makes itself, by queries of single payments at a provider without a readable bill. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOfDay } from '../../../src/domain/civil-day.ts';
import type { Instant } from '../../../src/domain/zoned-time.ts';
import { perform, system } from '../../../src/usecases/act.ts';
import type { ProviderBook } from '../../../src/usecases/ports/provider-bill.ts';
import { readBook } from '../../../src/usecases/reconciliation/read-book.ts';
import { waitingDay } from '../../../src/usecases/reconciliation/reconcile-day-job.ts';
import { ownRows, storeBill } from '../../../src/usecases/reconciliation/store-bill.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { dayMs, hourMs, paymentRow, today } from './ended-day.ts';

/** Reads and stores the bill of a day, counted from today. @param at the time of the payment; null: not shown. */
async function readBill(shop: Shop, paymentNo: string, offset: number, at: Instant | null): Promise<void> {
  const book: ProviderBook = {
    payment: async () => (at === null ? null : paymentRow(shop, paymentNo, { at })),
    refund: async () => null,
  };
  const { name: provider, billZone: zone } = shop.bank;
  const bill = waitingDay(provider, today(shop) + offset, shop.clock.now());
  const rows = await readBook(shop.deps, book, { provider, day: bill.day, zone }, AbortSignal.any([]));
  await perform(shop.deps, { actor: system, requestId: null }, async (act) => {
    await act.tx.reconciliation.addDay(bill);
    await storeBill(act, bill, rows, ownRows(bill, rows));
  });
}

/** @returns the days of the stored bills that contain the payment, counted from today. */
async function billDays(shop: Shop, paymentNo: string): Promise<number[]> {
  const rows = await shop.store.read.reconciliation.billRows(shop.bank.name, 'payment', paymentNo);
  return rows.map(({ day }) => day - today(shop));
}

/** The first millisecond of today's bill. */
function midnightOf(shop: Shop): Instant {
  return startOfDay(today(shop), shop.bank.billZone);
}

for (const [name, paidMs, expected] of [
  ['at the beginning of the first day', 0, 0],
  ['at the end of the first day', dayMs - 1, 0],
  ['on the second day', dayMs, 1],
  ['on the third day', 3 * dayMs - 1, 2],
  ['after the third day, before its bill was read', 3 * dayMs + hourMs, 2],
] as const) {
  test(`a payment that only the provider knows and that was made ${name} is in the bill of day ${expected + 1} and in no other`, async () => {
    await using shop = await openShop();
    const { paymentNo } = await shop.openedColourise();
    const at = midnightOf(shop) + paidMs;
    for (let offset = -1; offset <= 4; offset++) await readBill(shop, paymentNo, offset, at);
    assert.deepEqual(await billDays(shop, paymentNo), [expected]);
  });
}

test('a payment that the provider shows only after the bill of its day was read is in the next bill and in no other, also when bills are read again', async () => {
  await using shop = await openShop();
  const { paymentNo } = await shop.openedColourise();
  const at = midnightOf(shop);
  await readBill(shop, paymentNo, 0, null);
  for (const offset of [1, 2, 0, 1]) await readBill(shop, paymentNo, offset, at);
  assert.deepEqual(await billDays(shop, paymentNo), [1]);
});
