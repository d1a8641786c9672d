/** Asking a provider what became of a payment, when its notify is late or lost. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code } from '../../support/app-error.ts';
import { assertSound, openShop } from '../../support/shop.ts';

test('a declined payment that its customer pays after all, notify lost, is found before the order expires', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.notify(shop.bank.decline(paymentNo));
  shop.bank.pay(paymentNo);
  shop.clock.advance(30 * 60_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('a lost notify is found by asking, soon at first and then with growing pauses', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  shop.clock.advance(9_999);
  await shop.drain();
  assert.ok(!shop.bank.calls.includes('query'), 'the notify gets its time');
  shop.clock.advance(1);
  await shop.drain();
  shop.bank.pay(paymentNo);
  shop.clock.advance(10_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('a payment that its provider reported is never asked about', async () => {
  await using shop = await openShop();
  const { paymentNo } = await shop.openedColourise();
  const job = { kind: 'check_payment', key: paymentNo } as const;
  assert.equal((await shop.store.read.jobs.named(job)).length, 1);
  await shop.notify(shop.bank.pay(paymentNo));
  assert.deepEqual(await shop.store.read.jobs.named(job), []);
});

test('who watches an unpaid order for a day asks its provider some dozens of times, not thousands', async () => {
  await using shop = await openShop({ settings: { orderExpiryMs: 24 * 60 * 60_000 } });
  await shop.openedColourise();
  for (let minute = 0; minute < 24 * 60; minute += 5) {
    shop.clock.advance(5 * 60_000);
    await shop.drain();
  }
  const asked = shop.bank.calls.filter((call) => call === 'query').length;
  assert.ok(asked > 20 && asked <= 24 * 12 + 10, `${asked} times`);
});

test('a provider that does not know the payment yet is asked again: its opening may be slow', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  shop.bank.mode = 'down';
  await assert.rejects(shop.startPayment(orderNo), code('payment_provider_failed'));
  shop.bank.mode = 'up';
  shop.clock.advance(10_000);
  await shop.drain();
  assert.ok(shop.bank.calls.includes('query'));
  // The second tap opens the same payment; the customer pays, and the notify is lost.
  await shop.startPayment(orderNo);
  shop.bank.pay(await shop.lastPaymentNo(orderNo));
  shop.clock.advance(60_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.equal((await shop.attempts(orderNo)).length, 1);
});
