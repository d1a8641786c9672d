/** A provider that does not respond: other providers' payments go on, and no transaction waits for the provider. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deps } from '../../../src/usecases/deps.ts';
import type { OpenedPayment } from '../../../src/usecases/ports/payment-provider.ts';
import { assertSound, openShop } from '../../support/shop.ts';

test('while a provider hangs, another provider’s payment of the same order is opened, paid and processed, and no transaction is open', async () => {
  let openTransactions = 0;
  const answer = Promise.withResolvers<OpenedPayment>();
  const called = Promise.withResolvers<void>();
  const wrap = (deps: Deps): Deps => ({
    ...deps,
    store: {
      ...deps.store,
      async transaction(work) {
        openTransactions += 1;
        try {
          return await deps.store.transaction(work);
        } finally {
          openTransactions -= 1;
        }
      },
    },
    providers: deps.providers.map((provider) =>
      provider.name === 'hanging'
        ? {
            ...provider,
            open: () => {
              called.resolve();
              return answer.promise;
            },
          }
        : provider,
    ),
  });
  await using shop = await openShop({ moreProviders: ['hanging'], wrap });
  const orderNo = await shop.placeColourise();
  const hanging = shop.startPayment(orderNo, 'hanging');
  await called.promise;
  assert.equal(openTransactions, 0, 'the provider is called outside of transactions');

  const other = await shop.startPayment(orderNo);
  assert.equal(other.kind, 'opened');
  const paymentNo = await shop.lastPaymentNo(orderNo);
  await shop.notify(shop.bank.pay(paymentNo));
  assert.equal(await shop.state(orderNo), 'pay/init');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.equal(openTransactions, 0);

  answer.resolve({ clientData: { url: 'https://bank.test/late' }, providerRef: null });
  await assert.rejects(hanging, /cannot be paid/);
  await assertSound(shop);
});
