/** The client API's `cancel_order`, repeated after its response was lost. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { assertSound, openShop, operator } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

test('a customer who repeats a cancellation gets the cancelled order, and the order is cancelled once', async () => {
  await using shop = await openShop();
  await using web = shopApp(shop);
  const orderNo = await shop.placeColourise();
  const again = await web.repeat('cancel_order', { order_no: orderNo });
  assert.equal(again.statusCode, 200, again.body);
  assert.deepEqual([again.json().order_no, again.json().status], [orderNo, 'cancal']);
  assert.deepEqual(await shop.events(orderNo), ['created', 'cancelled']);
  await assertSound(shop);
});

test('a customer’s cancellation of an order that expired, or that an operator cancelled, is 409', async () => {
  await using shop = await openShop();
  await using web = shopApp(shop);
  const [expired, byOperator] = [await shop.placeColourise(), await shop.placeColourise()];
  await shop.service.cancelOrder(operator, byOperator, 'r1');
  shop.clock.advance(31 * 60_000);
  await shop.drain();
  assert.equal(await shop.state(expired), 'cancal/init');
  for (const orderNo of [expired, byOperator]) {
    assertProblem(await web.call('cancel_order', { order_no: orderNo }), 'illegal_transition');
  }
});
