/** Joint payments: one payment at the provider for several orders, each of which is paid, fails and is refunded by itself. */

import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { runSelfAudit } from '../../../src/usecases/self-audit/run-self-audit.ts';
import { databases } from '../../support/marked-customer.ts';
import { anonymous, assertSound, openShop, operator } from '../../support/shop.ts';
import { attemptStates, opened, place, states } from './joint-orders.ts';

const minuteMs = 60_000;

describe('the money of a joint payment', () => {
  it('pays all orders in one notification, which a repetition does not change', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    const notification = shop.bank.pay(number);
    await shop.notify(notification);
    await shop.notify(notification);
    assert.deepEqual(await states(shop, orders), ['pay/init', 'pay/init', 'pay/init']);
    await shop.drain();
    assert.deepEqual(await states(shop, orders), ['pay/done', 'pay/done', 'pay/done']);
    await assertSound(shop);
  });

  it('is found by one query at a time if the notification is lost', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    shop.clock.advance(10_000);
    await shop.drain();
    assert.equal(shop.bank.calls.filter((call) => call === 'query').length, 1);
    shop.bank.pay(number);
    shop.clock.advance(10_000);
    await shop.drain();
    assert.equal(shop.bank.calls.filter((call) => call === 'query').length, 2);
    assert.deepEqual(await states(shop, orders), ['pay/done', 'pay/done', 'pay/done']);
    await assertSound(shop);
  });

  it('is returned for an order that was cancelled meanwhile, and pays the others', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    await shop.service.cancelOrder(anonymous, orders[1] ?? '', 'r');
    await shop.notify(shop.bank.pay(number, { late: true }));
    await shop.settle();
    assert.deepEqual(await states(shop, orders), ['pay/done', 'cancal/init', 'pay/done']);
    assert.equal(shop.bank.refunds.size, 1);
    await assertSound(shop);
  });

  it('is returned for an order that another payment has paid, and pays the others', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    await shop.pay(orders[0] ?? '');
    await shop.notify(shop.bank.pay(number, { late: true }));
    await shop.settle();
    assert.deepEqual(await states(shop, orders), ['pay/done', 'pay/done', 'pay/done']);
    assert.deepEqual(await attemptStates(shop, orders), [['surplus', 'won'], ['won'], ['won']]);
    await assertSound(shop);
  });

  it('closes the other open payments of all its orders', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    for (const orderNo of orders) await shop.startPayment(orderNo, undefined, 'app');
    await shop.notify(shop.bank.pay(number));
    await shop.drain();
    assert.deepEqual(await attemptStates(shop, orders), Array(3).fill(['won', 'closed']));
    await assertSound(shop);
  });

  for (const amountMinor of [2, 500, 2969, 2971, 5000]) {
    it(`is returned as a whole if the amount is wrong (${amountMinor} instead of 2970)`, async () => {
      await using shop = await openShop();
      const { orders, number } = await opened(shop);
      await shop.notify(shop.bank.pay(number, { amountMinor }));
      await shop.drain();
      assert.deepEqual(await states(shop, orders), Array(3).fill('wait_pay/init'));
      await assertSound(shop);
    });
  }

  it('in another currency is returned as a whole', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    await shop.notify(shop.bank.pay(number, { currency: 'USD' }));
    await shop.drain();
    assert.deepEqual(await states(shop, orders), Array(3).fill('wait_pay/init'));
    await assertSound(shop);
  });

  it('is returned for each order by itself, and never above its price', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    await shop.notify(shop.bank.pay(number));
    await shop.refund(orders[0] ?? '');
    await shop.drain();
    assert.deepEqual(await states(shop, orders), ['refund/init', 'pay/done', 'pay/done']);
    assert.deepEqual(
      [...shop.bank.refunds.values()].map(({ request }) => [
        request.amountMinor,
        request.totalMinor,
        request.payment.paymentNo,
      ]),
      [[990, 2970, number]],
    );
    for (const orderNo of orders.slice(1)) await shop.refund(orderNo, operator);
    await shop.settle();
    assert.deepEqual(await states(shop, orders), ['refund/init', 'refund/done', 'refund/done']);
    await assertSound(shop);
  });

  it('is returned at the pace of a provider that wants a pause between the refunds of one payment', async () => {
    await using shop = await openShop();
    Object.assign(shop.bank, { refundPauseMs: 60_000 });
    const { orders, number } = await opened(shop);
    await shop.notify(shop.bank.pay(number));
    await shop.drain();
    for (const orderNo of orders) await shop.refund(orderNo, operator);
    for (const count of [1, 2, 3]) {
      await shop.drain();
      assert.equal(shop.bank.refunds.size, count);
      shop.clock.advance(59_000);
      await shop.drain();
      assert.equal(shop.bank.refunds.size, count);
      shop.clock.advance(1_000);
    }
    assert.deepEqual(await states(shop, orders), Array(3).fill('refund/done'));
    assert.equal(shop.bank.calls.filter((name) => name === 'refund').length, 3);
    await assertSound(shop);
  });

  it('is returned for the orders whose picture fails, and kept for the others', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop, 2);
    await shop.notify(shop.bank.pay(number));
    shop.orderImages.plan = { refused: 'no_face' };
    await shop.drain();
    shop.orderImages.plan = 'made';
    await shop.settle();
    assert.deepEqual(await states(shop, orders), ['refund/fail', 'refund/fail']);
    await assertSound(shop);
  });
});

describe('closing', () => {
  it('closes a joint payment for all its orders when one of them is cancelled, and the others can be paid again', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    const [cancelled = '', ...others] = orders;
    await shop.service.cancelOrder(anonymous, cancelled, 'r');
    await shop.drain();
    assert.deepEqual(await attemptStates(shop, orders), [['closed'], ['closed'], ['closed']]);
    assert.deepEqual(shop.bank.payments.get(number)?.report, { state: 'closed' });
    await shop.startJointPayment(others);
    await shop.notify(shop.bank.pay(await shop.lastPaymentNo(others[0] ?? '')));
    await shop.drain();
    assert.deepEqual(await states(shop, orders), ['cancal/init', 'pay/done', 'pay/done']);
    await assertSound(shop);
  });

  it('pays the other orders if the customer has paid before one is cancelled and the notification is lost', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    for (const orderNo of orders) await shop.startPayment(orderNo, undefined, 'app');
    shop.bank.pay(number);
    await shop.service.cancelOrder(anonymous, orders[2] ?? '', 'r');
    await shop.settle();
    assert.deepEqual(await states(shop, orders), ['pay/done', 'pay/done', 'cancal/init']);
    assert.deepEqual(await attemptStates(shop, orders), [
      ['won', 'closed'],
      ['won', 'closed'],
      ['surplus', 'closed'],
    ]);
    await assertSound(shop);
  });

  it('all orders expire together, and their payment is closed first', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    shop.clock.advance(31 * minuteMs);
    await shop.drain();
    assert.deepEqual(await states(shop, orders), Array(3).fill('cancal/init'));
    assert.deepEqual(shop.bank.payments.get(number)?.report, { state: 'closed' });
    await assertSound(shop);
  });

  it('a customer who pays at the last moment gets all orders', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    shop.bank.pay(number);
    shop.clock.advance(31 * minuteMs);
    await shop.settle();
    assert.deepEqual(await states(shop, orders), Array(3).fill('pay/done'));
    await assertSound(shop);
  });
});

for (const [name, database] of databases) {
  test(`two joint payments of the same orders at once, and reports about both, keep each order's money once, on ${name}`, async () => {
    await using shop = await openShop(database.shopOptions);
    const orders = await place(shop, 4);
    const [a = '', b = '', c = '', d = ''] = orders;
    await Promise.allSettled([
      shop.startJointPayment([a, b, c]),
      shop.startJointPayment([d, c, b]),
      shop.startJointPayment([b, a], undefined, 'app'),
    ]);
    const notifications = [...shop.bank.payments.keys()].map((number) => shop.bank.pay(number));
    assert.equal(notifications.length, 3);
    await Promise.all([...notifications, ...notifications].map((one) => shop.notify(one)));
    await shop.settle();
    assert.deepEqual(await states(shop, orders), Array(4).fill('pay/done'));
    assert.deepEqual((await runSelfAudit({ store: shop.store })).problems, []);
    await assertSound(shop);
  });
}
