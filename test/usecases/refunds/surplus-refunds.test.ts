/** What a caller of `refund_order` is answered when only the refund of a surplus payment can be retried. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, assertSound, openShop, operator, type Shop } from '../../support/shop.ts';

async function states(shop: Shop, orderNo: string): Promise<string[]> {
  return (await shop.refunds(orderNo)).map(({ purpose, state }) => `${purpose} ${state}`);
}

/** A finished order that was paid twice; the refund of the second payment has failed. */
async function paidTwice(shop: Shop): Promise<string> {
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await shop.startPayment(orderNo, 'sandbox', 'app');
  const second = shop.bank.pay(await shop.lastPaymentNo(orderNo));
  await shop.notify(shop.bank.pay(await shop.paymentNo(orderNo, 0)));
  shop.bank.refundPlan = 'failed';
  await shop.notify(second);
  await shop.drain();
  shop.bank.refundPlan = 'done';
  assert.deepEqual(await states(shop, orderNo), ['surplus failed']);
  return orderNo;
}

test('a repeated request about the surplus payment of a cancelled order is answered like the first', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  shop.bank.refundPlan = 'failed';
  await shop.notify(shop.bank.pay(paymentNo));
  await shop.drain();
  shop.bank.refundPlan = 'done';
  const first = await shop.refund(orderNo);
  assert.deepEqual([first.order.money.status, first.refund], ['cancal', null]);
  assert.deepEqual(await shop.refund(orderNo), first);
  assert.deepEqual((await shop.refund(orderNo, operator)).refund, null);
  await shop.drain();
  assert.deepEqual(await shop.refund(orderNo), first);
  assert.deepEqual(await states(shop, orderNo), ['surplus done']);
  await assertSound(shop);
});

test('a customer whose request only retries a surplus payment reads each time that the order itself is not refunded', async () => {
  await using shop = await openShop();
  const orderNo = await paidTwice(shop);
  assert.equal(await shop.state(orderNo), 'pay/done');
  const refused = { code: 'illegal_transition', reason: 'work_started' };
  await assert.rejects(shop.refund(orderNo), refused);
  assert.deepEqual(await states(shop, orderNo), ['surplus requested']);
  await assert.rejects(shop.refund(orderNo), refused);
  await shop.drain();
  await assert.rejects(shop.refund(orderNo), refused);
  assert.deepEqual(await states(shop, orderNo), ['surplus done']);
  await assertSound(shop);
});
