/** Settling payment reports in any order: the order is paid once, and surplus payments are refunded automatically. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifyOf } from '../../support/fake-provider.ts';
import { anonymous, assertSound, openShop, type Shop } from '../../support/shop.ts';

async function surplusOf(shop: Shop, orderNo: string) {
  return (await shop.refunds(orderNo)).map(({ purpose, state, amountMinor, currency, reason }) => {
    return { purpose, state, amountMinor, currency, reason };
  });
}

test('a payment of the full price pays the order', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  shop.clock.advance(60_000);
  assert.deepEqual(await shop.notify(shop.bank.pay(paymentNo)), {
    status: 200,
    contentType: 'text/plain',
    body: 'success',
  });
  const order = await shop.order(orderNo);
  assert.deepEqual(order.money, { status: 'pay', paidAt: shop.clock.now(), attemptId: 1 });
  const [attempt] = await shop.attempts(orderNo);
  assert.equal(attempt?.state, 'won');
  assert.equal(attempt?.receivedMinor, 990);
  assert.equal(attempt?.providerRef, `bank-${paymentNo}`);
  await assertSound(shop);
});

test('a payment of 0 neither pays the order nor causes a refund', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  assert.equal((await shop.notify(shop.bank.pay(paymentNo, { amountMinor: 0 }))).status, 200);
  assert.equal((await shop.order(orderNo)).money.status, 'wait_pay');
  assert.deepEqual(await surplusOf(shop, orderNo), []);
  assert.deepEqual((await shop.audit()).problems, []);
});

test('a payment for a cancelled order is refunded automatically', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  await shop.drain();
  await shop.notify(shop.bank.pay(paymentNo, { late: true }));
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  assert.equal(view.refund, null, 'the order shows the refund of a surplus payment');
  assert.deepEqual(await surplusOf(shop, orderNo), [
    {
      purpose: 'surplus',
      state: 'done',
      amountMinor: 990,
      currency: 'CNY',
      reason: 'The payment arrived after the order was cancelled.',
    },
  ]);
  await assertSound(shop);
});

test('a payment between the cancellation of an order and the closing of its payment is refunded automatically', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  shop.bank.pay(paymentNo);
  await shop.drain();
  assert.equal((await surplusOf(shop, orderNo))[0]?.state, 'done');
  await assertSound(shop);
});

test('of two payments of one order, one is kept and the other is refunded automatically', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.startPayment(orderNo, 'sandbox', 'app');
  const second = await shop.lastPaymentNo(orderNo);
  const [one, two] = [shop.bank.pay(paymentNo), shop.bank.pay(second)];
  await Promise.all([shop.notify(two), shop.notify(one)]);
  await shop.drain();
  assert.deepEqual((await shop.attempts(orderNo)).map(({ state }) => state).toSorted(), ['surplus', 'won']);
  assert.equal((await surplusOf(shop, orderNo))[0]?.reason, 'The order had been paid already.');
  await assertSound(shop);
});

test('a second payment after the refund of the first one is refunded as well', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.startPayment(orderNo, 'sandbox', 'app');
  const late = shop.bank.pay(await shop.lastPaymentNo(orderNo));
  await shop.notify(shop.bank.pay(paymentNo));
  await shop.service.refundOrder(anonymous, orderNo, null, 'r');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  await shop.notify(late);
  await shop.drain();
  assert.equal((await shop.refunds(orderNo)).length, 2);
  await assertSound(shop);
});

for (const [what, paid] of [
  ['less than the price', { amountMinor: 1 }],
  ['more than the price', { amountMinor: 991 }],
  ['another currency', { currency: 'USD' }],
] as const) {
  test(`a payment of ${what} is refunded automatically, and the order stays unpaid`, async () => {
    await using shop = await openShop();
    const { orderNo, paymentNo } = await shop.openedColourise();
    await shop.notify(shop.bank.pay(paymentNo, paid));
    await shop.drain();
    assert.equal(await shop.state(orderNo), 'wait_pay/init');
    const [surplus] = await surplusOf(shop, orderNo);
    assert.deepEqual(
      [surplus?.state, surplus?.currency],
      ['done', 'currency' in paid ? paid.currency : 'CNY'],
    );
    await assertSound(shop);
    await shop.pay(orderNo);
    assert.equal(await shop.state(orderNo), 'pay/init');
    await assertSound(shop);
  });
}

test('a payment that is reported paid after it was declined pays the order', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  const declined = shop.bank.decline(paymentNo);
  await shop.notify(declined);
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'declined');
  await shop.notify(shop.bank.pay(paymentNo));
  await shop.notify(declined);
  assert.equal(await shop.state(orderNo), 'pay/init');
  await assertSound(shop);
});

test('a report that an attempt was declined changes nothing if it arrives after the attempt was paid', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  const declined = shop.bank.decline(paymentNo);
  await shop.notify(shop.bank.pay(paymentNo));
  await shop.notify(declined);
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'won');
  await assertSound(shop);
});

test('once another attempt has paid the order, a declined attempt is closed at its provider and cannot be paid', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.notify(shop.bank.decline(paymentNo));
  await shop.pay(orderNo);
  await shop.drain();
  assert.deepEqual(shop.bank.payments.get(paymentNo)?.report, { state: 'closed' });
  assert.throws(() => shop.bank.pay(paymentNo), /closed/);
});

test('after a provider reports a payment as closed, the order can be paid by a new attempt', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'e', paymentNo, report: { state: 'closed' } }));
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'closed');
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  await shop.pay(orderNo);
  assert.equal(await shop.state(orderNo), 'pay/init');
});

test('money whose time the provider does not report counts from the time at which the service learns of it', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  shop.clock.advance(60_000);
  const report = {
    state: 'paid',
    receivedMinor: 990,
    currency: 'CNY',
    providerRef: 'bank-1',
    paidAt: null,
  } as const;
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'paid-1', paymentNo, report }));
  const [attempt] = await shop.attempts(orderNo);
  assert.deepEqual([attempt?.state, attempt?.receivedAt], ['won', shop.clock.now()]);
});
