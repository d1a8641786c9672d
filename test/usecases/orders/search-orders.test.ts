/** The order search of the console: its filters and its pages. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskOrderNos } from '../../../src/usecases/mask-numbers.ts';
import { retryOrder } from '../../../src/usecases/orders/retry-order.ts';
import { type OrderSearch, searchOrders } from '../../../src/usecases/orders/search-orders.ts';
import { anyOrder } from '../../support/any-order.ts';
import { code } from '../../support/app-error.ts';
import { consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { openShop, operator, type Shop } from '../../support/shop.ts';

const viewer = operatorOf('viewer');

const { orderNoPrefix: _, orderNoEnding: __, ...anyState } = anyOrder;
const every: OrderSearch = { ...anyState, typedNumber: null };

async function found(shop: Shop, filter: Partial<OrderSearch>): Promise<string[]> {
  const page = await searchOrders(consoleDeps(shop.deps), viewer, { ...every, ...filter }, null, 50);
  return page.orders.map(({ order }) => order.orderNo);
}

test('the search returns the orders that match every filter, newest first', async () => {
  await using shop = await openShop();
  const unpaid = await shop.placeColourise();
  shop.clock.advance(60_000);
  const paid = await shop.placeColourise();
  await shop.pay(paid);
  shop.clock.advance(60_000);
  const member = await shop.placeVip();
  const { userId, goodsId, createdAt } = await shop.order(paid);
  assert.deepEqual(await found(shop, {}), [member, paid, unpaid]);
  assert.deepEqual(await found(shop, { typedNumber: paid }), [paid]);
  assert.deepEqual(await found(shop, { userId }), [paid]);
  assert.deepEqual(await found(shop, { status: 'pay' }), [paid]);
  assert.deepEqual(await found(shop, { status: 'wait_pay', goodsId }), [unpaid]);
  assert.deepEqual(await found(shop, { dealStatus: 'init', goodsId }), [paid, unpaid]);
  assert.deepEqual(await found(shop, { from: createdAt }), [member, paid]);
  assert.deepEqual(await found(shop, { from: createdAt, to: createdAt + 60_000 }), [paid]);
  assert.deepEqual(await found(shop, { userId, status: 'wait_pay' }), []);
});

test('the first six characters of an order number find the order; fewer characters and wildcards such as % are refused', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  assert.deepEqual(await found(shop, { typedNumber: orderNo.slice(0, 6) }), [orderNo]);
  for (const typedNumber of [orderNo.slice(0, 5), '%%%%%%', '______', '%%%%', '…', '…ABC']) {
    await assert.rejects(found(shop, { typedNumber }), code('invalid_parameters', '/order_no'));
  }
});

test('the last four characters, and the masked number, find the order', async () => {
  await using shop = await openShop();
  const other = await shop.placeColourise();
  const orderNo = await shop.placeColourise();
  const ending = orderNo.slice(-4);
  assert.notEqual(other.slice(-4), ending);
  // Both orders have the same time, so only the ending distinguishes their masked numbers.
  assert.equal(other.slice(0, 9), orderNo.slice(0, 9));
  for (const typedNumber of [
    ending,
    ending.toLowerCase(),
    `…${ending}`,
    maskOrderNos(orderNo),
    `${orderNo} `,
  ]) {
    assert.deepEqual(await found(shop, { typedNumber }), [orderNo], typedNumber);
  }
  // Characters that masked numbers hide are never compared.
  assert.deepEqual(await found(shop, { typedNumber: orderNo.slice(-5, -1) }), []);
});

test('orders whose refund failed are found, and no longer when the refund is retried', async () => {
  await using shop = await openShop();
  await shop.paidColourise();
  const orderNo = await shop.paidColourise();
  shop.bank.refundPlan = 'failed';
  await shop.service.refundOrder(operator, orderNo, 'asked', shop.requestId());
  await shop.drain();
  assert.deepEqual(await found(shop, { refundState: 'failed' }), [orderNo]);
  const { goodsId } = await shop.order(orderNo);
  assert.deepEqual(await found(shop, { refundState: 'failed', goodsId, status: 'wait_refund' }), [orderNo]);
  assert.deepEqual(await found(shop, { refundState: 'failed', status: 'pay' }), []);
  await retryOrder(consoleDeps(shop.deps), operator, orderNo);
  assert.deepEqual(await found(shop, { refundState: 'failed' }), []);
  assert.deepEqual(await found(shop, { refundState: 'requested' }), [orderNo]);
  const [refund] = await shop.store.read.refunds.ofOrder((await shop.order(orderNo)).id);
  assert.deepEqual([refund?.state, refund?.lastError, refund?.failureCode], ['requested', null, null]);
});

test('pages contain every order exactly once, even if the orders have the same time', async () => {
  await using shop = await openShop();
  const placed: string[] = [];
  for (let count = 0; count < 5; count++) placed.push(await shop.placeColourise());
  const deps = consoleDeps(shop.deps);
  const seen: string[] = [];
  let page = await searchOrders(deps, viewer, every, null, 2);
  for (let pages = 1; ; pages++) {
    seen.push(...page.orders.map(({ order }) => order.orderNo));
    if (page.next === null) {
      assert.equal(pages, 3);
      break;
    }
    page = await searchOrders(deps, viewer, every, page.next, 2);
  }
  assert.deepEqual(seen, placed.toReversed());
});
