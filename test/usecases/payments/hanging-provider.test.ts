/** A provider that does not respond: other providers' payments go on, and no transaction waits for the provider. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorker } from '../../../src/jobs/worker.ts';
import { lanesOf } from '../../../src/main/compose-worker.ts';
import type { Deps } from '../../../src/usecases/deps.ts';
import type { OpenedPayment, PaymentReport } from '../../../src/usecases/ports/payment-provider.ts';
import { assertSound, openShop } from '../../support/shop.ts';
import { waitUntil } from '../../support/wait-until.ts';

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

test('while ten payments must be queried at a provider that hangs, at most three queries wait for it, and the jobs of another provider’s payments and refunds run', async () => {
  const answer = Promise.withResolvers<PaymentReport>();
  let waiting = 0;
  let waitingMax = 0;
  const wrap = (deps: Deps): Deps => ({
    ...deps,
    providers: deps.providers.map((provider) =>
      provider.name === 'hanging'
        ? {
            ...provider,
            async query() {
              waiting += 1;
              waitingMax = Math.max(waitingMax, waiting);
              return answer.promise.finally(() => {
                waiting -= 1;
              });
            },
          }
        : provider,
    ),
  });
  await using shop = await openShop({ moreProviders: ['hanging'], wrap });
  for (let index = 0; index < 10; index++) {
    const orderNo = await shop.placeVip();
    await shop.startPayment(orderNo, 'hanging');
  }
  const refunded = await shop.paidColourise();
  await shop.refund(refunded);
  const paid = await shop.placeVip();
  await shop.startPayment(paid);
  // The notification of this payment is lost, so a job must query it.
  shop.bank.pay(await shop.lastPaymentNo(paid));
  shop.clock.advance(15_000);
  const worker = createWorker({
    ...{ store: shop.store, clock: shop.clock, random: shop.deps.random, log: shop.log },
    handlers: shop.handlers,
    lanes: lanesOf({ imageProcesses: 1, providers: 2 }),
  });
  worker.start();
  try {
    await waitUntil('the payment at the other provider is found', async () =>
      (await shop.state(paid)) === 'pay/done' ? true : undefined,
    );
    await waitUntil('the refund is done', async () =>
      (await shop.state(refunded)) === 'refund/init' ? true : undefined,
    );
    await waitUntil('every place of the hanging provider is taken', () => waiting === 3 || undefined);
    assert.equal(waitingMax, 3);
  } finally {
    answer.resolve({ state: 'open' });
    await worker.stop({ graceMs: 10_000 });
  }
  assert.equal(waiting, 0);
});
