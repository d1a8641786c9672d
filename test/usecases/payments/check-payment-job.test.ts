/** Queries of a payment at its provider, for payments whose notification is late or lost. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code } from '../../support/app-error.ts';
import { assertSound, openShop } from '../../support/shop.ts';

test('an order becomes paid before it expires if a declined attempt is paid later and no notification arrives', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.notify(shop.bank.decline(paymentNo));
  shop.bank.pay(paymentNo);
  shop.clock.advance(30 * 60_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('a payment is first queried after 10 seconds, and a later query finds a payment without a notification', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  shop.clock.advance(9_999);
  await shop.drain();
  assert.ok(!shop.bank.calls.includes('query'), 'the payment is queried too early');
  shop.clock.advance(1);
  await shop.drain();
  shop.bank.pay(paymentNo);
  shop.clock.advance(10_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('a payment that its provider has reported as paid is not queried', async () => {
  await using shop = await openShop();
  const { paymentNo } = await shop.openedColourise();
  const job = { kind: 'check_payment', key: paymentNo } as const;
  assert.equal((await shop.store.read.jobs.named(job)).length, 1);
  await shop.notify(shop.bank.pay(paymentNo));
  assert.deepEqual(await shop.store.read.jobs.named(job), []);
});

test('a payment that stays open for a day is queried at least 20 and at most 300 times', async () => {
  await using shop = await openShop({ settings: { orderExpiryMs: 24 * 60 * 60_000 } });
  await shop.openedColourise();
  for (let minute = 0; minute < 24 * 60; minute += 5) {
    shop.clock.advance(5 * 60_000);
    await shop.drain();
  }
  const queries = shop.bank.calls.filter((call) => call === 'query').length;
  assert.ok(queries > 20 && queries <= 24 * 12 + 10, `${queries} queries`);
});

test('a payment that its provider does not know yet is queried again', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  shop.bank.mode = 'down';
  await assert.rejects(shop.startPayment(orderNo), code('payment_provider_failed'));
  shop.bank.mode = 'up';
  shop.clock.advance(10_000);
  await shop.drain();
  assert.ok(shop.bank.calls.includes('query'));
  // The customer taps “Pay” again, which opens the same payment, and pays. The notification is lost.
  await shop.startPayment(orderNo);
  shop.bank.pay(await shop.lastPaymentNo(orderNo));
  shop.clock.advance(60_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.equal((await shop.attempts(orderNo)).length, 1);
});
