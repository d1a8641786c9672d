/** Joint payments: one payment at the provider for several orders, each of which is paid, fails and is refunded by itself. */

import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { PaymentRefused } from '../../../src/usecases/ports/payment-provider.ts';
import { runSelfAudit } from '../../../src/usecases/self-audit/run-self-audit.ts';
import { code } from '../../support/app-error.ts';
import { databases } from '../../support/marked-customer.ts';
import { anonymous, assertSound, colourise, openShop, operator, type Shop } from '../../support/shop.ts';

const minuteMs = 60_000;

async function place(shop: Shop, count = 3): Promise<string[]> {
  const orders: string[] = [];
  for (let index = 0; index < count; index++) orders.push(await shop.placeColourise());
  return orders;
}

/** Places orders and opens a joint payment. */
async function opened(shop: Shop, count = 3) {
  const orders = await place(shop, count);
  await shop.startJointPayment(orders);
  const number = await shop.lastPaymentNo(orders[0] ?? '');
  return { orders, number };
}

const states = (shop: Shop, orders: readonly string[]) => Promise.all(orders.map((no) => shop.state(no)));

const attemptStates = async (shop: Shop, orders: readonly string[]) =>
  (await Promise.all(orders.map((no) => shop.attempts(no)))).map((attempts) =>
    attempts.map(({ state }) => state),
  );

describe('opening', () => {
  it('asks the provider once for the sum of the prices, until the first order expires', async () => {
    await using shop = await openShop();
    const first = await shop.placeColourise();
    shop.clock.advance(minuteMs);
    const second = await shop.placeVip(2);
    const start = await shop.startJointPayment([second, first, second]);
    const number = await shop.lastPaymentNo(first);
    assert.equal(await shop.lastPaymentNo(second), number);
    assert.deepEqual(start, { kind: 'opened', clientData: { url: `https://bank.test/${number}` } });
    const orders = [await shop.order(first), await shop.order(second)];
    const { request } = shop.bank.payments.get(number) ?? assert.fail();
    assert.equal(
      request.amountMinor,
      orders.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
    );
    assert.equal(request.title, '照片上色 +1');
    assert.equal(request.quantity, 1);
    assert.equal(request.expiresAt, orders[0]?.expiresAt);
    assert.equal(request.returnUrl, 'https://shop.test/?orders');
    assert.deepEqual(shop.bank.calls, ['open']);
    const shares = (await Promise.all([first, second].map((no) => shop.attempts(no)))).flat();
    assert.deepEqual(
      shares.map(({ amountMinor, jointMinor, state }) => [amountMinor, jointMinor, state]),
      orders.map(({ priceMinor }) => [priceMinor, request.amountMinor, 'open']),
    );
  });

  it('names one good only once in the title', async () => {
    await using shop = await openShop();
    const { number } = await opened(shop);
    assert.equal(shop.bank.payments.get(number)?.request.title, '照片上色 ×3');
  });

  it('returns the open payment again for the same orders in any sequence, and opens another for other orders', async () => {
    await using shop = await openShop();
    const { orders, number } = await opened(shop);
    await shop.startJointPayment(orders.toReversed());
    assert.equal(await shop.lastPaymentNo(orders[0] ?? ''), number);
    await shop.startJointPayment(orders.slice(1));
    assert.equal(await shop.lastPaymentNo(orders[0] ?? ''), number);
    assert.notEqual(await shop.lastPaymentNo(orders[1] ?? ''), number);
    await shop.startPayment(orders[0] ?? '');
    assert.notEqual(await shop.lastPaymentNo(orders[0] ?? ''), number);
    assert.equal(shop.bank.payments.size, 3);
  });

  it('of one order is an ordinary payment', async () => {
    await using shop = await openShop();
    const [orderNo = ''] = await place(shop, 1);
    await shop.startJointPayment([orderNo]);
    const [attempt] = await shop.attempts(orderNo);
    assert.equal(attempt?.jointNo, null);
    assert.equal(attempt?.jointMinor, null);
  });

  it('is refused for an unknown or paid order, and then changes nothing', async () => {
    await using shop = await openShop();
    const orders = await place(shop, 2);
    await assert.rejects(shop.startJointPayment([...orders, 'X']), code('unknown_order'));
    const paid = await shop.paidColourise();
    await assert.rejects(shop.startJointPayment([...orders, paid]), code('illegal_transition'));
    assert.deepEqual(await attemptStates(shop, orders), [[], []]);
  });

  it('is refused at a provider that takes one order only', async () => {
    await using shop = await openShop();
    Object.assign(shop.bank, { oneOrderOnly: true });
    const orders = await place(shop, 2);
    await assert.rejects(shop.startJointPayment(orders), code('invalid_parameters'));
    await shop.startPayment(orders[0] ?? '');
  });

  it('pays free orders at once and asks the provider for the others', async () => {
    await using shop = await openShop();
    shop.sql('update goods set price_minor = 0 where id = ?', colourise.goodsId);
    const free = await shop.placeColourise();
    const priced = await shop.placeVip();
    await shop.startJointPayment([free, priced]);
    assert.deepEqual(await states(shop, [free, priced]), ['pay/init', 'wait_pay/init']);
    assert.equal((await shop.attempts(priced))[0]?.jointNo, null);
    assert.deepEqual(await shop.startJointPayment([free]), { kind: 'free' });
  });

  it('that the provider refuses closes the attempts of all orders', async () => {
    await using shop = await openShop();
    const orders = await place(shop, 2);
    Object.assign(shop.bank, { open: () => Promise.reject(new PaymentRefused('no')) });
    await assert.rejects(shop.startJointPayment(orders), code('payment_provider_failed'));
    assert.deepEqual(await attemptStates(shop, orders), [['closed'], ['closed']]);
  });

  it('that does not reach the provider is opened again under the same number', async () => {
    await using shop = await openShop();
    const orders = await place(shop, 2);
    shop.bank.mode = 'down';
    await assert.rejects(shop.startJointPayment(orders), code('payment_provider_failed'));
    assert.deepEqual(await attemptStates(shop, orders), [['opening'], ['opening']]);
    shop.bank.mode = 'up';
    await shop.startJointPayment(orders);
    assert.deepEqual(await attemptStates(shop, orders), [['open'], ['open']]);
    assert.equal(shop.bank.payments.size, 1);
  });
});

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
