/** What a provider says of a payment: once, in whatever order, and no money kept that is not ours. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code } from '../support/app-error.ts';
import { notifyOf } from '../support/fake-provider.ts';
import { anonymous, assertSound, openShop, type Shop } from '../support/shop.ts';

async function openedOrder(shop: Shop): Promise<{ orderNo: string; paymentNo: string }> {
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  return { orderNo, paymentNo: await shop.lastPaymentNo(orderNo) };
}

async function surplusOf(shop: Shop, orderNo: string) {
  return (await shop.refunds(orderNo)).map(({ purpose, state, amountMinor, currency, reason }) => {
    return { purpose, state, amountMinor, currency, reason };
  });
}

test('money that is the price pays the order', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
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

test('a payment of nothing pays nothing and owes nothing', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  assert.equal((await shop.notify(shop.bank.pay(paymentNo, { amountMinor: 0 }))).status, 200);
  assert.equal((await shop.order(orderNo)).money.status, 'wait_pay');
  assert.deepEqual(await surplusOf(shop, orderNo), []);
  assert.deepEqual((await shop.audit()).problems, []);
});

test('another amount than the one that was taken in is told, and moves nothing', async () => {
  await using shop = await openShop();
  const { paymentNo } = await openedOrder(shop);
  await shop.notify(shop.bank.pay(paymentNo));
  const standing = shop.bank.payments.get(paymentNo)?.standing;
  assert.ok(standing?.state === 'paid');
  const other = { ...standing, receivedMinor: 1980 };
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'other', paymentNo, standing: other }));
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'same', paymentNo, standing }));
  const told = (await shop.store.read.notifiesOfPayment(paymentNo)).map(
    ({ eventId, verdict, receivedMinor, currency }) => [eventId, verdict, receivedMinor, currency],
  );
  assert.deepEqual(told.toSorted(), [
    ['other', 'contradicted', 1980, 'CNY'],
    ['same', 'no_change', 990, 'CNY'],
    ['sandbox-1', 'won', 990, 'CNY'],
  ]);
  const warned = shop.log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.verdict);
  assert.deepEqual(warned, ['contradicted']);
  await assertSound(shop);
});

test('money of a payment that we never opened is written down with its amount', async () => {
  await using shop = await openShop();
  const standing = {
    state: 'paid',
    receivedMinor: 700,
    currency: 'EUR',
    providerRef: 'x',
    paidAt: shop.clock.now(),
  } as const;
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'e', paymentNo: 'PX', standing }));
  const [record] = await shop.store.read.notifiesOfPayment('PX');
  assert.deepEqual(
    [record?.verdict, record?.receivedMinor, record?.currency],
    ['unknown_payment', 700, 'EUR'],
  );
});

test('a provider has no say in what was opened at another', async () => {
  await using shop = await openShop({ moreProviders: ['other'] });
  const { orderNo, paymentNo } = await openedOrder(shop);
  const notify = shop.bank.pay(paymentNo);
  await shop.notify(notify, 'other');
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.bank.refundPlan = 'pending';
  await shop.notify(notify);
  await shop.service.refundOrder(anonymous, orderNo, null, 'r');
  await shop.drain();
  const [{ refundNo } = assert.fail()] = await shop.refunds(orderNo);
  const done = shop.bank.finishRefund(refundNo, 'done');
  await shop.notify(done, 'other');
  assert.equal(await shop.state(orderNo), 'wait_refund/init');
  await shop.notify(done);
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('a notify that comes twice, or ten times at once, captures once', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  const notify = shop.bank.pay(paymentNo);
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.notify(notify)));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.deepEqual(await shop.events(orderNo), ['created', 'paid']);
  assert.equal((await shop.audit()).sums[0]?.keptMinor, 990);
  const verdicts = shop.log.lines
    .filter(({ message }) => message === 'notify')
    .map(({ fields }) => fields.verdict);
  assert.deepEqual(verdicts.toSorted(), [...Array.from({ length: 9 }, () => 'duplicate'), 'won']);
});

test('the same payment told under two event numbers captures once', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  await shop.notify(shop.bank.pay(paymentNo));
  const standing = shop.bank.payments.get(paymentNo)?.standing ?? assert.fail();
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'other', paymentNo, standing }));
  assert.deepEqual(await shop.events(orderNo), ['created', 'paid']);
  await assertSound(shop);
});

test('a forged notify changes nothing and is refused', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  const genuine = shop.bank.pay(paymentNo);
  const answer = await shop.notify({ ...genuine, headers: { 'x-signature': 'forged' } });
  assert.equal(answer.status, 400);
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
});

test('the notify of a provider that is not enabled goes nowhere', async () => {
  await using shop = await openShop();
  const notify = notifyOf({ kind: 'ignored', eventId: '1' });
  await assert.rejects(shop.notify(notify, 'other'), code('unknown_operation'));
  assert.equal((await shop.notify(notify)).status, 200);
});

test('news of a payment that nobody opened is accepted, recorded and warned of', async () => {
  await using shop = await openShop();
  const standing = { state: 'paid', receivedMinor: 5, currency: 'CNY', providerRef: 'x', paidAt: 1 } as const;
  const stranger = notifyOf({ kind: 'payment', eventId: 'e1', paymentNo: 'P-STRANGE', standing });
  assert.equal((await shop.notify(stranger)).status, 200);
  const refund = { state: 'pending', providerRefundId: null } as const;
  await shop.notify(notifyOf({ kind: 'refund', eventId: 'e2', refundNo: 'R-STRANGE', standing: refund }));
  const warned = shop.log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.verdict);
  assert.deepEqual(warned, ['unknown_payment', 'unknown_refund']);
});

test('money for a cancelled order goes back by itself', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  await shop.drain();
  await shop.notify(shop.bank.pay(paymentNo, { late: true }));
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  assert.equal(view.refund, null, 'surplus money never was the order’s');
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

test('money that arrives between cancelling and closing goes back', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  shop.bank.pay(paymentNo);
  await shop.drain();
  assert.equal((await surplusOf(shop, orderNo))[0]?.state, 'done');
  await assertSound(shop);
});

test('of two payments of one order one is kept and the other goes back', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  await shop.startPayment(orderNo, 'sandbox', 'app');
  const second = await shop.lastPaymentNo(orderNo);
  const [one, two] = [shop.bank.pay(paymentNo), shop.bank.pay(second)];
  await Promise.all([shop.notify(two), shop.notify(one)]);
  await shop.drain();
  assert.deepEqual((await shop.attempts(orderNo)).map(({ state }) => state).toSorted(), ['surplus', 'won']);
  assert.equal((await surplusOf(shop, orderNo))[0]?.reason, 'The order had been paid already.');
  await assertSound(shop);
});

test('a second payment after the refund of the first goes back as well', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
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
  test(`money that is ${what} goes back as it came, and the order still waits to be paid`, async () => {
    await using shop = await openShop();
    const { orderNo, paymentNo } = await openedOrder(shop);
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

test('a declined payment lets the customer try again; money that comes of it after all pays the order', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  const declined = shop.bank.decline(paymentNo);
  await shop.notify(declined);
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'declined');
  await shop.notify(shop.bank.pay(paymentNo));
  await shop.notify(declined);
  assert.equal(await shop.state(orderNo), 'pay/init');
  await assertSound(shop);
});

test('“declined” that arrives after the money changes nothing', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  const declined = shop.bank.decline(paymentNo);
  await shop.notify(shop.bank.pay(paymentNo));
  await shop.notify(declined);
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'won');
  await assertSound(shop);
});

test('a declined payment that its customer pays after all, notify lost, is found before the order expires', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  await shop.notify(shop.bank.decline(paymentNo));
  shop.bank.pay(paymentNo);
  shop.clock.advance(30 * 60_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('a declined payment is closed once another has paid: the provider’s page takes no second charge', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  await shop.notify(shop.bank.decline(paymentNo));
  await shop.pay(orderNo);
  await shop.drain();
  assert.deepEqual(shop.bank.payments.get(paymentNo)?.standing, { state: 'closed' });
  assert.throws(() => shop.bank.pay(paymentNo), /closed/);
});

test('a lost notify is found by asking, soon at first and then with growing pauses', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
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

test('who watches an unpaid order for a day asks its provider some dozens of times, not thousands', async () => {
  await using shop = await openShop({ settings: { orderExpiryMs: 24 * 60 * 60_000 } });
  await openedOrder(shop);
  for (let minute = 0; minute < 24 * 60; minute += 5) {
    shop.clock.advance(5 * 60_000);
    await shop.drain();
  }
  const asked = shop.bank.calls.filter((call) => call === 'query').length;
  assert.ok(asked > 20 && asked <= 24 * 12 + 10, `${asked} times`);
});

test('a provider that closed the payment by itself is believed', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await openedOrder(shop);
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'e', paymentNo, standing: { state: 'closed' } }));
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'closed');
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  await shop.pay(orderNo);
  assert.equal(await shop.state(orderNo), 'pay/init');
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
