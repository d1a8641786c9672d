/** Bills with very many differences: the bill of another merchant, and the limit of differences for one bill. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareBill, differencesOfBillMax } from '../../../src/usecases/reconciliation/compare-bill.ts';
import { fetchBillAgain } from '../../../src/usecases/reconciliation/fetch-bill-again.ts';
import { openShop, operator } from '../../support/shop.ts';
import { dayMs, endDay, open, paymentRow, today } from './ended-day.ts';

const paymentNoOf = (index: number) => `P${String(index).padStart(25, '0')}`;

test('a bill with more than 1,000 unknown payments is not compared, and its day is given up with the reason', async () => {
  await using shop = await openShop();
  const own = await shop.placeColourise();
  await shop.pay(own);
  const day = today(shop);
  const foreign = Array.from({ length: differencesOfBillMax + 1 }, (_, index) =>
    paymentRow(shop, paymentNoOf(index)),
  );
  await endDay(shop, ...foreign);
  assert.deepEqual(await open(shop), []);
  const { reconciliation } = shop.store.read;
  const given = await reconciliation.dayOf('sandbox', day);
  assert.equal(given?.state, 'given_up');
  assert.match(given.lastError ?? '', /more than 1000 payments .* another merchant/);
  assert.equal((await reconciliation.rowsOfDay('sandbox', day, -1, 9)).length, 0);
  assert.equal((await reconciliation.dayOf('sandbox', day + 1))?.state, 'compared');
  assert.ok(shop.log.lines.some(({ level, message }) => level === 'error' && message === 'bill given up'));

  // The operator corrects the configuration and has the bill fetched again.
  shop.bank.bills.set(day, [paymentRow(shop, await shop.lastPaymentNo(own))]);
  await fetchBillAgain(shop.deps, operator, 'sandbox', new Date(day * dayMs).toISOString().slice(0, 10));
  await shop.drain();
  assert.equal((await reconciliation.dayOf('sandbox', day))?.state, 'compared');
  assert.deepEqual(await open(shop), []);
});

test('the comparison of a bill stops at the maximum number of differences', async () => {
  await using shop = await openShop();
  const day = today(shop);
  await endDay(shop, ...[1, 2, 3, 4, 5].map((index) => paymentRow(shop, paymentNoOf(index))));
  assert.equal((await open(shop)).length, 5);
  const { reconciliation } = shop.store.read;
  const bill = await reconciliation.dayOf('sandbox', day);
  assert.ok(bill !== undefined);
  for (const { id } of await open(shop)) {
    await shop.store.transaction(async (tx) => {
      const difference = await tx.reconciliation.difference(id);
      assert.ok(difference !== undefined);
      await tx.reconciliation.saveDifference({
        ...difference,
        resolution: 'agreed',
        resolvedAt: shop.clock.now(),
      });
    });
  }
  const comparison = { bill, zone: shop.bank.billZone, requestId: null };
  const { signal } = new AbortController();
  assert.equal(await compareBill(shop.deps, comparison, signal, 3), false);
  assert.equal((await open(shop)).length, 3);
});
