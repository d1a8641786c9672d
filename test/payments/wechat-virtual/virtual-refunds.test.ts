/** Refunds of virtual payments: WeChat carries them out later, and its query may not show them yet. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { paidPayment, paymentRequest, refundRequest } from '../contract/provider-fixture.ts';
import { openId, openVirtualFixture } from './virtual-fixture.ts';

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
