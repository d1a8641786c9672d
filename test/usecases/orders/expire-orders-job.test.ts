/** The expiry of unpaid orders. The payments are closed first, so that no paid order is cancelled. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, assertSound, openShop } from '../../support/shop.ts';

const minuteMs = 60_000;

test('an unpaid order is cancelled after 30 minutes and not earlier', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip();
  shop.clock.advance(30 * minuteMs - 1);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.clock.advance(15_000);
  await shop.drain();
  const { money } = await shop.order(orderNo);
  assert.equal(money.status === 'cancal' && money.cancelledBy, 'expiry');
});

test('one run cancels more expired orders than one page holds', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (let i = 0; i < 205; i++) await shop.placeVip();
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.deepEqual(await shop.store.read.orders.expired(shop.clock.now(), null, 10), []);
});

test('a payment whose notification was lost is found before its order is cancelled', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  shop.clock.advance(30 * minuteMs);
  shop.bank.pay(await shop.lastPaymentNo(orderNo));
  // Without its check_payment job, only the expiry can find the payment.
  shop.sql("delete from jobs where kind = 'check_payment'");
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('a customer who pays at the moment of the expiry gets the order, and not a refund', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  const { close } = shop.bank;
  shop.bank.close = async (payment) => {
    // The customer pays after the expiry has begun and before the bank closes the payment.
    if (shop.bank.payments.get(payment.paymentNo)?.report.state === 'open') shop.bank.pay(payment.paymentNo);
    return close(payment);
  };
  shop.clock.advance(30 * minuteMs);
  shop.sql("delete from jobs where kind = 'check_payment'");
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.deepEqual(await shop.refunds(orderNo), []);
  await assertSound(shop);
});

test('a payment that cannot be closed yet delays the expiry by ten minutes at most, and money that arrives later is refunded', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  const { close } = shop.bank;
  shop.bank.close = async () => ({ state: 'open' });
  shop.clock.advance(40 * minuteMs - 1);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.clock.advance(15_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(orderNo)));
  shop.bank.close = close;
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'done');
  await assertSound(shop);
});

test('an order is not cancelled while its provider does not respond, and the payment found later pays the order', async () => {
  await using shop = await openShop({ moreProviders: ['other'] });
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  shop.bank.pay(await shop.lastPaymentNo(orderNo));
  const elsewhere = await shop.placeVip();
  await shop.startPayment(elsewhere, 'other');
  shop.bank.mode = 'down';
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  assert.equal(await shop.state(elsewhere), 'cancal/init', 'the order at the other provider did not expire');
  await assert.rejects(shop.startPayment(orderNo), code('illegal_transition'), 'a new attempt was opened');
  shop.bank.mode = 'up';
  shop.clock.advance(15_000);
  // Without its check_payment job, only the expiry can find the payment.
  shop.sql("delete from jobs where kind = 'check_payment'");
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('an order whose provider does not respond is cancelled a day after its expiry, and a payment found later is refunded', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  shop.bank.pay(await shop.lastPaymentNo(orderNo));
  shop.bank.mode = 'down';
  shop.clock.advance(24 * 60 * minuteMs + 30 * minuteMs - 1);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.clock.advance(15_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  shop.bank.mode = 'up';
  await shop.settle();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'done');
  await assertSound(shop);
});

test('a provider that is down is called three times in each run, however many expired orders have a payment there, and all expire when it is up again', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (let i = 0; i < 8; i++) await shop.startPayment(await shop.placeVip());
  shop.bank.mode = 'down';
  shop.clock.advance(30 * minuteMs);
  shop.sql("delete from jobs where kind = 'check_payment'");
  for (let run = 1; run <= 4; run++) {
    await shop.drain();
    assert.equal(shop.bank.calls.filter((call) => call === 'close').length, 3 * run);
    shop.clock.advance(15_000);
  }
  shop.bank.mode = 'up';
  await shop.drain();
  assert.deepEqual(await shop.store.read.orders.expired(shop.clock.now(), null, 10), []);
});

test('payments for which the provider always answers with an error do not keep other orders of this provider from expiring', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const orders: string[] = [];
  const failing = new Set<string>();
  for (let i = 0; i < 11; i++) {
    const orderNo = await shop.placeVip();
    await shop.startPayment(orderNo);
    orders.push(orderNo);
    if (i < 6) failing.add(await shop.lastPaymentNo(orderNo));
    shop.clock.advance(1);
  }
  const { close } = shop.bank;
  shop.bank.close = async (payment) => {
    const report = await close(payment);
    if (failing.has(payment.paymentNo)) throw new ProviderUnreachable('the bank has a system error');
    return report;
  };
  shop.sql("delete from jobs where kind = 'check_payment'");
  shop.clock.advance(30 * minuteMs);
  for (let run = 0; run < 3; run++) {
    await shop.drain();
    shop.clock.advance(15_000);
  }
  const states = await Promise.all(orders.map((orderNo) => shop.state(orderNo)));
  assert.deepEqual(states, [...Array(6).fill('wait_pay/init'), ...Array(5).fill('cancal/init')]);
});

test('if a payment cannot be closed because its provider fails, its order stays unpaid and the other orders expire', async () => {
  await using shop = await openShop();
  const [failing, sound] = [await shop.placeVip(), await shop.placeVip()];
  for (const orderNo of [failing, sound]) await shop.startPayment(orderNo);
  const failingNo = await shop.lastPaymentNo(failing);
  const { close } = shop.bank;
  shop.bank.close = async (payment) => {
    if (payment.paymentNo === failingNo) throw new Error('the bank answers nonsense');
    return close(payment);
  };
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.deepEqual([await shop.state(failing), await shop.state(sound)], ['wait_pay/init', 'cancal/init']);
});

test('an order expires even if more than one page of older orders cannot expire', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (let i = 0; i < 101; i++) await shop.placeVip();
  shop.sql("insert into order_history select id, 2, 'paid', 0, '{}', '{}' from orders");
  shop.clock.advance(1);
  const sound = await shop.placeVip();
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.equal(await shop.state(sound), 'cancal/init');
});

test('a damaged order is logged and does not keep other orders from expiring', async () => {
  await using shop = await openShop();
  const [damaged, sound] = [await shop.placeVip(), await shop.placeVip()];
  shop.sql(
    "insert into order_history select id, 2, 'paid', 0, '{}', '{}' from orders where order_no = ?",
    damaged,
  );
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.equal(await shop.state(sound), 'cancal/init');
  const logged = shop.log.lines.filter(({ message }) => message === 'order not expired');
  assert.deepEqual(
    logged.map(({ fields }) => fields.orderId),
    [(await shop.order(damaged)).id],
  );
});

test('an order that is paid or cancelled while the expiry runs keeps that state', async () => {
  await using shop = await openShop();
  const [paid, cancelled] = [await shop.placeVip(), await shop.placeVip()];
  await shop.startPayment(paid);
  shop.clock.advance(30 * minuteMs);
  const { close } = shop.bank;
  shop.bank.close = async ({ paymentNo }) => {
    // The notification and the cancellation arrive after the run has listed both orders.
    await shop.service.cancelOrder(anonymous, cancelled, 'r').catch(() => undefined);
    await shop.notify(shop.bank.pay(paymentNo));
    shop.bank.close = close;
    return { state: 'open' };
  };
  shop.sql("delete from jobs where kind = 'check_payment'");
  await shop.drain();
  assert.equal(await shop.state(paid), 'pay/done');
  const { money } = await shop.order(cancelled);
  assert.equal(money.status === 'cancal' && money.cancelledBy, 'customer');
  assert.deepEqual(
    shop.log.lines.filter(({ level }) => level === 'error'),
    [],
  );
});
