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

test('the stored events of an order are in the order in which they happened, also those of one transaction', async () => {
  await using shop = await openShop();
  for (let i = 0; i < 6; i++) {
    const orderNo = await shop.placeVip();
    await shop.pay(orderNo);
    await shop.settle();
    const { id, version } = await shop.order(orderNo);
    const events = await shop.store.read.webhooks.ofOrder(id);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['order.created', 'order.paid', 'order.processing', 'order.done', 'membership.extended'],
    );
    const versions = events.map(({ body }) => JSON.parse(body).data.order_version);
    assert.deepEqual(versions, [1, 2, 3, 4, 4]);
    assert.equal(version, 4);
  }
});
