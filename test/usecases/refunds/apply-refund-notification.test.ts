/** Refund notifications that contradict an earlier report. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, assertSound, openShop, operator } from '../../support/shop.ts';

test('if a provider reports a refund as done that was recorded as failed, the refund is finished', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  shop.sql("update refunds set state = 'failed' where refund_no = ?", refundNo);
  await shop.notify(shop.bank.finishRefund(refundNo, 'done'));
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('a refund that fails days after it was done is shown as failed, sends a webhook event, and can be retried', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  await shop.refund(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  const [{ refundNo } = assert.fail()] = await shop.refunds(orderNo);
  shop.clock.advance(3 * 24 * 60 * 60_000);
  const bounced = shop.bank.bounceRefund(refundNo);
  await Promise.all([shop.notify(bounced), shop.notify(bounced)]);
  const doubted = await shop.service.fetchOrder(anonymous, orderNo);
  assert.deepEqual([doubted.order.money.status, doubted.refund?.state], ['wait_refund', 'pending']);
  assert.equal(doubted.refund?.finishedAt, null);
  await shop.drain();
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  assert.deepEqual([view.order.money.status, view.refund?.state], ['wait_refund', 'failed']);
  assert.equal(shop.delivered.at(-1)?.type, 'refund.failed');
  await assertSound(shop);
  await shop.refund(orderNo, operator);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.deepEqual(await shop.events(orderNo), [
    ...['created', 'paid', 'refund_requested', 'refund_done'],
    ...['refund_doubted', 'refund_failed', 'refund_retried', 'refund_done'],
  ]);
  assert.equal(shop.bank.refunds.size, 1);
  await assertSound(shop);
});

test('a late report that an earlier try of a refund failed does not end the try that is under way', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  const late = shop.bank.finishRefund(refundNo, 'failed');
  await shop.settle();
  await shop.refund(orderNo);
  await shop.drain();
  await shop.notify(late);
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'pending');
  await shop.drain();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'pending');
  // The notification of the second try is lost.
  shop.bank.finishRefund(refundNo, 'done');
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.equal(shop.delivered.filter(({ type }) => type === 'refund.failed').length, 1);
  await assertSound(shop);
});

test('a late report that an earlier try of a refund failed does not stop a retry that has not begun', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  const late = shop.bank.finishRefund(refundNo, 'failed');
  await shop.settle();
  shop.bank.refundPlan = 'done';
  await shop.refund(orderNo);
  await shop.notify(late);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('a notification that a refund failed makes the service query the provider at once', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  await shop.notify(shop.bank.finishRefund(refundNo, 'failed'));
  await shop.drain();
  const [refund] = await shop.refunds(orderNo);
  assert.deepEqual([refund?.state, refund?.failureCode], ['failed', 'insufficient_balance']);
  await assertSound(shop);
});

test('a late report that an earlier try of a refund failed is verified with the provider, and changes nothing if the refund is done', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  const late = shop.bank.finishRefund(refundNo, 'failed');
  await shop.settle();
  shop.bank.refundPlan = 'done';
  await shop.refund(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  await shop.notify(late);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'done');
  await assertSound(shop);
});

test('a finished refund that is reported as failed and confirmed by a query keeps its time, and sends no second message', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  const late = shop.bank.finishRefund(refundNo, 'failed');
  await shop.settle();
  shop.bank.refundPlan = 'done';
  await shop.refund(orderNo);
  await shop.drain();
  const before = (await shop.refunds(orderNo))[0]?.finishedAt;
  shop.clock.advance(17 * 24 * 60 * 60_000);
  await shop.notify(late);
  assert.equal((await shop.refunds(orderNo))[0]?.finishedAt, null);
  await shop.drain();
  const [refund] = await shop.refunds(orderNo);
  assert.deepEqual([refund?.state, refund?.finishedAt], ['done', before]);
  assert.equal(shop.delivered.filter(({ type }) => type === 'refund.done').length, 1);
  assert.deepEqual((await shop.events(orderNo)).slice(-2), ['refund_doubted', 'refund_confirmed']);
  await assertSound(shop);
});

test('the refund of a surplus payment that fails after it was done is shown as failed, and its amount counts as not yet refunded', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(orderNo), { amountMinor: 5 }));
  await shop.drain();
  const [{ refundNo } = assert.fail()] = await shop.refunds(orderNo);
  await shop.notify(shop.bank.bounceRefund(refundNo));
  await shop.drain();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'failed');
  assert.equal(shop.delivered.at(-1)?.type, 'refund.failed');
  assert.equal((await shop.audit()).sums[0]?.refundingMinor, 5);
  await assertSound(shop);
});
