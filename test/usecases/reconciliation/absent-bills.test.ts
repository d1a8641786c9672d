/** Bills that a provider does not have. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay } from '../../../src/domain/civil-day.ts';
import type { Deps } from '../../../src/usecases/deps.ts';
import { fetchBillAgain } from '../../../src/usecases/reconciliation/fetch-bill-again.ts';
import { openShop, operator } from '../../support/shop.ts';
import { dayMs, endDay, hourMs, open, paymentRow, today } from './ended-day.ts';

test('if the provider has no bill of a day any more, the rows that were fetched before stay stored', async () => {
  let isAbsent = false;
  const wrap = (deps: Deps): Deps => ({
    ...deps,
    providers: deps.providers.map((provider) => ({
      ...provider,
      fetchBill: async (day) => (isAbsent ? { state: 'absent' } : provider.fetchBill(day)),
    })),
  });
  await using shop = await openShop({ wrap });
  const paymentNo = await shop.lastPaymentNo(await shop.paidColourise());
  const day = today(shop);
  await endDay(shop, paymentRow(shop, paymentNo));
  const { reconciliation } = shop.store.read;
  const before = await reconciliation.dayOf('sandbox', day);
  assert.equal(before?.state, 'compared');
  isAbsent = true;
  shop.clock.advance(5 * dayMs);
  await fetchBillAgain(shop.deps, operator, 'sandbox', formatDay(day));
  await shop.drain();
  shop.clock.advance(hourMs);
  await shop.drain();
  assert.equal((await reconciliation.rowsOfDay('sandbox', day, -1, 5)).length, 1);
  assert.equal((await reconciliation.totals(day, day))[0]?.paymentsMinor, 990);
  assert.deepEqual(await open(shop), []);
  const after = await reconciliation.dayOf('sandbox', day);
  assert.deepEqual([after?.state, after?.fetchedAt], ['compared', before?.fetchedAt]);
  assert.match(after?.lastError ?? '', /no bill of this day any more/);
});
