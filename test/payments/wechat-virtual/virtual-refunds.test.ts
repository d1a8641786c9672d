/** Refunds of virtual payments: WeChat carries them out later, and its query may not show them yet. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { operator } from '../../support/shop.ts';
import { paidPayment, paymentRequest, refundRequest } from '../contract/provider-fixture.ts';
import { openId, openVirtualFixture } from './virtual-fixture.ts';
import { callerOf, customers, openVirtualWorld, startPayment, type VirtualWorld } from './virtual-world.ts';

test('a purchase on iOS cannot be refunded, and a refund by Apple is reported as a lost dispute', async (t) => {
  const bench = await openVirtualFixture(t);
  const request = paymentRequest(bench);
  await bench.provider.open(request);
  const data = bench.clientData.get(request.paymentNo) ?? assert.fail();
  const order = bench.fake.xpay.requestVirtualPayment(openId, data, true, true);
  const report = await bench.provider.refund(refundRequest(request));
  assert.ok(report.state === 'failed' && report.code === 'app_store_only');
  assert.equal(bench.fake.calls.filter(({ path }) => path === '/xpay/refund_order').length, 0);
  const fields = {
    Event: 'xpay_refund_notify',
    OpenId: openId,
    WxRefundId: 'WXR1',
    MchRefundId: '',
    WxOrderId: order.wxOrderId,
    MchOrderId: request.paymentNo,
    RefundFee: order.paidFee,
    RetCode: 0,
    RefundSuccTimestamp: 0,
  };
  await assert.rejects(bench.provider.verifyNotification(bench.fake.push(fields)), ProviderUnreachable);
  Object.assign(order, { status: 8, leftFee: 0 });
  const verdict = await bench.provider.verifyNotification(bench.fake.push(fields));
  assert.ok(verdict.kind === 'dispute' && verdict.dispute.state === 'lost');
  assert.equal(verdict.dispute.amountMinor, request.amountMinor);
});

test('a payment can be refunded for 365 days', async (t) => {
  const bench = await openVirtualFixture(t);
  const [early, late] = [await paidPayment(bench), await paidPayment(bench)];
  bench.clock.advance(365 * 24 * 60 * 60_000);
  assert.equal((await bench.provider.refund(refundRequest(early))).state, 'done');
  bench.clock.advance(60_000);
  const report = await bench.provider.refund(refundRequest(late));
  assert.ok(report.state === 'failed' && report.code === 'too_late');
});

test('a refund whose answer was lost is found by its number when it is requested again, and is not made twice', async (t) => {
  const bench = await openVirtualFixture(t);
  const payment = await paidPayment(bench);
  const request = refundRequest(payment, { amountMinor: 100 });
  await bench.provider.checkAccess();
  bench.fake.faults.push('none', 'none', 'drop after');
  await assert.rejects(bench.provider.refund(request), ProviderUnreachable);
  assert.equal((await bench.provider.refund(request)).state, 'done');
  assert.equal(bench.fake.xpay.returnedMinor(payment.paymentNo), 100);
});

test('a refund that WeChat has accepted stays pending while its query does not show the refund, even if the answer to the request was lost', async (t) => {
  const bench = await openVirtualFixture(t);
  const { xpay, faults } = bench.fake;
  xpay.rules.querySeesRefunds = false;
  const [whole, part] = [await paidPayment(bench), await paidPayment(bench)];
  await bench.provider.checkAccess();
  for (const request of [refundRequest(whole), refundRequest(part, { amountMinor: 400 })]) {
    (xpay.orders.get(request.payment.paymentNo) ?? assert.fail()).course = 'pending';
    faults.push('none', 'none', 'drop after');
    await assert.rejects(bench.provider.refund(request), ProviderUnreachable);
    assert.equal((await bench.provider.refund(request)).state, 'pending');
    assert.deepEqual(await bench.provider.queryRefund(request), { state: 'unknown' });
    xpay.finish(xpay.refunds.get(request.refundNo) ?? assert.fail(), 'done');
    assert.equal((await bench.provider.refund(request)).state, 'pending');
    xpay.rules.querySeesRefunds = true;
    assert.equal((await bench.provider.queryRefund(request)).state, 'done');
    xpay.rules.querySeesRefunds = false;
    assert.equal(xpay.returnedMinor(request.payment.paymentNo), request.amountMinor);
  }
  const more = await bench.provider.refund(refundRequest(part, { amountMinor: 400 }));
  assert.ok(more.state === 'failed' && more.code === 'exceeds_payment');
  assert.deepEqual(xpay.violations, []);
});

test('an accepted refund has WeChat’s number even while its query does not show the refund', async (t) => {
  const bench = await openVirtualFixture(t);
  bench.fake.xpay.rules.querySeesRefunds = false;
  const request = refundRequest(await paidPayment(bench));
  const report = await bench.provider.refund(request);
  const { wxOrderId } = bench.fake.xpay.refunds.get(request.refundNo) ?? assert.fail();
  assert.deepEqual(report, { state: 'pending', providerRefundId: wxOrderId });
});

test('a failed refund that WeChat accepts again is pending, although its query still shows the failure', async (t) => {
  const bench = await openVirtualFixture(t);
  const { xpay } = bench.fake;
  const request = refundRequest(await paidPayment(bench, 'failed'));
  assert.equal((await bench.provider.refund(request)).state, 'failed');
  xpay.rules.querySeesRetries = false;
  assert.equal((await bench.provider.refund(request)).state, 'pending');
  // The answer to the second request was lost: WeChat answers the third that it has made the refund already.
  assert.equal((await bench.provider.refund(request)).state, 'pending');
  xpay.rules.querySeesRetries = true;
  assert.equal((await bench.provider.queryRefund(request)).state, 'done');
  assert.equal(xpay.returnedMinor(request.payment.paymentNo), request.amountMinor);
});

test('a retried refund that WeChat carries out becomes done, and is never shown as failed while WeChat’s query still shows the failure', async () => {
  await using world = await openVirtualWorld({ format: 'json', mode: 'secure' });
  const { shop, fake } = world;
  const { orderNo, payment } = await failedRefund(world);
  fake.xpay.rules.querySeesRetries = false;
  payment.course = 'pending';
  await shop.refund(orderNo, operator);
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await shop.drain();
    assert.equal(await shop.state(orderNo), 'wait_refund/done');
    assert.equal((await shop.refunds(orderNo))[0]?.failureCode, null);
    shop.clock.advance(10_000);
  }
  const [refund] = fake.xpay.refunds.values();
  fake.xpay.finish(refund ?? assert.fail(), 'done');
  fake.xpay.rules.querySeesRetries = true;
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/done');
});

test('a retried refund that fails again is shown as failed after ten minutes, when the query cannot be stale any more', async () => {
  await using world = await openVirtualWorld({ format: 'json', mode: 'secure' });
  const { shop, fake } = world;
  const { orderNo, payment } = await failedRefund(world);
  payment.course = 'pending';
  await shop.refund(orderNo, operator);
  await shop.drain();
  const [refund] = fake.xpay.refunds.values();
  fake.xpay.finish(refund ?? assert.fail(), 'failed');
  shop.clock.advance(10_000);
  await shop.drain();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'pending');
  await shop.settle();
  assert.equal((await shop.refunds(orderNo))[0]?.failureCode, 'provider_refused');
});

/** An order that was paid and whose refund has failed. */
async function failedRefund(world: VirtualWorld) {
  const { shop, fake } = world;
  const [alice] = customers;
  const orderNo = await shop.placeVip(1, callerOf(world, alice));
  await startPayment(world, orderNo, alice);
  const { clientData } = world.sheets.at(-1) ?? assert.fail();
  const payment = fake.xpay.requestVirtualPayment(alice, clientData, true);
  payment.course = 'failed';
  await shop.notify(fake.pushPayment(payment), 'wechat_virtual');
  await shop.drain();
  await shop.refund(orderNo, operator);
  await shop.drain();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'failed');
  return { orderNo, payment };
}
