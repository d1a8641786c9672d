/** The order search of the console: its filters and its pages. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderFilter } from '../../../src/usecases/orders/order-store.ts';
import { searchOrders } from '../../../src/usecases/orders/search-orders.ts';
import { anyOrder } from '../../support/any-order.ts';
import { code } from '../../support/app-error.ts';
import { consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const viewer = operatorOf('viewer');

async function found(shop: Shop, filter: Partial<OrderFilter>): Promise<string[]> {
  const page = await searchOrders(consoleDeps(shop.deps), viewer, { ...anyOrder, ...filter }, null, 50);
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
  assert.deepEqual(await found(shop, { orderNoPrefix: paid }), [paid]);
  assert.deepEqual(await found(shop, { userId }), [paid]);
  assert.deepEqual(await found(shop, { status: 'pay' }), [paid]);
  assert.deepEqual(await found(shop, { status: 'wait_pay', goodsId }), [unpaid]);
  assert.deepEqual(await found(shop, { dealStatus: 'init', goodsId }), [paid, unpaid]);
  assert.deepEqual(await found(shop, { from: createdAt }), [member, paid]);
  assert.deepEqual(await found(shop, { from: createdAt, to: createdAt + 60_000 }), [paid]);
  assert.deepEqual(await found(shop, { userId, status: 'wait_pay' }), []);
});

test('the first six characters of an order number find the order; fewer characters and patterns are refused', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  assert.deepEqual(await found(shop, { orderNoPrefix: orderNo.slice(0, 6) }), [orderNo]);
  for (const orderNoPrefix of [orderNo.slice(0, 5), '%%%%%%', '______']) {
    await assert.rejects(found(shop, { orderNoPrefix }), code('invalid_parameters', '/order_no'));
  }
});

test('pages contain every order exactly once, even if the orders have the same time', async () => {
  await using shop = await openShop();
  const placed: string[] = [];
  for (let count = 0; count < 5; count++) placed.push(await shop.placeColourise());
  const deps = consoleDeps(shop.deps);
  const seen: string[] = [];
  let page = await searchOrders(deps, viewer, anyOrder, null, 2);
  for (let pages = 1; ; pages++) {
    seen.push(...page.orders.map(({ order }) => order.orderNo));
    if (page.next === null) {
      assert.equal(pages, 3);
      break;
    }
    page = await searchOrders(deps, viewer, anyOrder, page.next, 2);
  }
  assert.deepEqual(seen, placed.toReversed());
});
