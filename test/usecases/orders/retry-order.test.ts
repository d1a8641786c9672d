/** Retrying what failed in an order: its refund, its dead jobs, and the work of a free order. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryOrder } from '../../../src/usecases/orders/retry-order.ts';
import { showOrder } from '../../../src/usecases/orders/show-order.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { anonymous, assertSound, colourise, openShop } from '../../support/shop.ts';
import { markNextDead } from '../jobs/dead-jobs.ts';

const anna = operatorOf('support');
const viewer = operatorOf('viewer');

test('a failed refund is retried under the same refund number', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  shop.bank.refundPlan = 'failed';
  await shop.service.refundOrder(anonymous, orderNo, null, 'r');
  await shop.drain();
  const failed = await showOrder(deps, anna, orderNo);
  assert.deepEqual([failed.refundState, failed.actions.includes('retry')], ['failed', true]);
  shop.bank.refundPlan = 'done';
  await retryOrder(deps, anna, orderNo);
  await shop.drain();
  const done = await showOrder(deps, anna, orderNo);
  assert.deepEqual([done.refundState, done.refunds.length], ['done', 1]);
  assert.ok(!done.actions.includes('retry'));
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.action, entry?.after?.refunds], ['refund_retried', 1]);
  await assertSound(shop);
});

test('after an operator retries an order with a dead job, its picture is made', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await markNextDead(shop, 'process_order');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/init');
  await retryOrder(deps, anna, orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.action, entry?.after?.jobs], ['order_retried', 1]);
  await assertSound(shop);
});

test('failed work of a free order can be retried', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const good = (await shop.store.read.goods.all()).find(({ functName }) => functName === colourise.functName);
  assert.ok(good !== undefined);
  await shop.store.transaction((tx) => tx.goods.save({ ...good, priceMinor: 0 }));
  const orderNo = await shop.placeColourise();
  shop.orderImages.plan = { refused: 'no_face' };
  await shop.startPayment(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/fail');
  assert.ok((await showOrder(deps, anna, orderNo)).actions.includes('retry'));
  shop.orderImages.plan = 'made';
  await retryOrder(deps, anna, orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.ok((await shop.events(orderNo)).includes('work_retried'));
  await assertSound(shop);
});

test('an order without a failure cannot be retried, and a viewer cannot retry any order', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await assert.rejects(retryOrder(deps, anna, orderNo), code('illegal_transition'));
  await assert.rejects(retryOrder(deps, anna, 'X'), code('unknown_order'));
  await assert.rejects(retryOrder(deps, viewer, orderNo), code('forbidden'));
  assert.deepEqual(await auditLog(shop), []);
});
