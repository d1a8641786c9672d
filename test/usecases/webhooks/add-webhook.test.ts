/** Which changes of an order write a webhook event. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseOrder } from '../../../src/usecases/retention/erase-customer.ts';
import { assertSound, openShop, operator } from '../../support/shop.ts';

test('money that arrives for an erased order is refunded without an event', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.service.cancelOrder(operator, orderNo, 'request-of-cancellation');
  await shop.settle();
  const { id } = await shop.order(orderNo);
  await eraseOrder(shop.deps, operator, id);
  const sent = shop.delivered.length;
  await shop.notify(shop.bank.pay(paymentNo, { late: true }));
  await shop.settle();
  const [refund] = await shop.refunds(orderNo);
  assert.deepEqual([refund?.purpose, refund?.state], ['surplus', 'done']);
  assert.deepEqual(await shop.store.read.webhooks.ofOrder(id), []);
  assert.equal(shop.delivered.length, sent);
  await assertSound(shop);
});
