/** Reconciliation of joint payments: a bill lists the payment of several orders once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAnything } from '../../../src/usecases/orders/find-anything.ts';
import { assertSound, openShop, operator, type Shop } from '../../support/shop.ts';
import { dayMs, endDay, onlyDifference, open, paymentRow, refundRow, remedy } from './ended-day.ts';

async function openJoint(shop: Shop) {
  const orders = [await shop.placeColourise(), await shop.placeColourise(), await shop.placeColourise()];
  await shop.startJointPayment(orders);
  return { orders, number: await shop.lastPaymentNo(orders[0] ?? '') };
}

test('a joint payment agrees with one row of the bill, and each refund with a row of its own', async () => {
  await using shop = await openShop();
  const { orders, number } = await openJoint(shop);
  await shop.notify(shop.bank.pay(number));
  for (const orderNo of orders.slice(1)) await shop.refund(orderNo);
  await shop.drain();
  const refunds = [...shop.bank.refunds.keys()].map((refundNo) => refundRow(shop, number, refundNo));
  assert.equal(refunds.length, 2);
  await endDay(shop, paymentRow(shop, number, { amountMinor: 2970 }), ...refunds);
  assert.deepEqual(await open(shop), []);
  await assertSound(shop);
});

test('another amount in the bill is one difference, which names the payment and its sum', async () => {
  await using shop = await openShop();
  const { orders, number } = await openJoint(shop);
  await shop.notify(shop.bank.pay(number));
  await shop.drain();
  await endDay(shop, paymentRow(shop, number, { amountMinor: 990 }));
  const difference = await onlyDifference(shop);
  const { type, number: named, ownMinor, billedMinor, orderNo } = difference;
  assert.deepEqual([type, named, ownMinor, billedMinor, orderNo], ['amount', number, 2970, 990, orders[0]]);
});

test('a joint payment that no bill lists is one difference', async () => {
  await using shop = await openShop();
  const { number } = await openJoint(shop);
  await shop.notify(shop.bank.pay(number));
  await shop.drain();
  await endDay(shop);
  const { type, number: named } = await onlyDifference(shop);
  assert.deepEqual([type, named], ['unknown_to_provider', number]);
});

test('the remedy for a joint payment whose notification was lost returns the money of all its cancelled orders', async () => {
  await using shop = await openShop();
  const { orders, number } = await openJoint(shop);
  await shop.service.cancelOrder({ kind: 'anonymous' }, orders[0] ?? '', 'r');
  await shop.drain();
  for (const orderNo of orders.slice(1)) {
    await shop.service.cancelOrder({ kind: 'anonymous' }, orderNo, 'r');
  }
  await shop.drain();
  shop.bank.pay(number, { late: true });
  await endDay(shop, paymentRow(shop, number, { amountMinor: 2970 }));
  const difference = await onlyDifference(shop);
  assert.equal(difference.remedy, 'refund_payment');
  assert.equal((await remedy(shop, difference.id)).resolution, 'agreed');
  await shop.drain();
  assert.equal(shop.bank.refunds.size, 3);
  await assertSound(shop);
});

test('the remedy for a joint payment of which one order was cancelled applies the payment to the orders that wait', async () => {
  await using shop = await openShop({ settings: { orderExpiryMs: 5 * dayMs } });
  const { orders, number } = await openJoint(shop);
  await shop.service.cancelOrder({ kind: 'anonymous' }, orders[0] ?? '', 'r');
  await shop.drain();
  shop.bank.pay(number, { late: true });
  await endDay(shop, paymentRow(shop, number, { amountMinor: 2970 }));
  const difference = await onlyDifference(shop);
  assert.equal(difference.remedy, 'apply_payment');
  assert.equal((await remedy(shop, difference.id)).resolution, 'agreed');
  await shop.drain();
  const states = await Promise.all(orders.map((orderNo) => shop.state(orderNo)));
  assert.deepEqual(states, ['cancal/init', 'pay/done', 'pay/done']);
  assert.equal(shop.bank.refunds.size, 1);
  await assertSound(shop);
});

test('the search finds all orders of a joint payment by the number that the provider shows', async () => {
  await using shop = await openShop();
  const { orders, number } = await openJoint(shop);
  const found = await findAnything(shop.deps, operator, number);
  assert.deepEqual(
    found.orders.map(({ by, order }) => [by, order.orderNo]),
    orders.map((orderNo) => ['payment', orderNo]),
  );
});
