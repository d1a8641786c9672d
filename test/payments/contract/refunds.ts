/** The contract of giving money back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  lastNotify,
  type OpenProviderFixture,
  openPayment,
  paidPayment,
  paymentRequest,
  refundRequest,
} from './provider-fixture.ts';

export function testRefunds(open: OpenProviderFixture): void {
  test('a refund that is done says so, and the money is back', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench);
    const request = refundRequest(payment);
    const report = await bench.provider.refund(request);
    assert.ok(report.state === 'done' && report.providerRefundId.length > 0);
    assert.deepEqual(await bench.provider.queryRefund(request.refundNo), report);
    assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
  });

  test('the same refund number gives money back once, however often and fast it is asked', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench);
    const request = refundRequest(payment, { amountMinor: 100 });
    await Promise.all([1, 2, 3].map(() => bench.provider.refund(request)));
    await bench.provider.refund(request);
    assert.equal(await bench.returnedMinor(payment.paymentNo), 100);
    await assert.rejects(bench.provider.refund({ ...request, amountMinor: 200 }));
    assert.equal(await bench.returnedMinor(payment.paymentNo), 100);
  });

  test('never more is given back than was taken', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench);
    const part = () => bench.provider.refund(refundRequest(payment, { amountMinor: 400 }));
    assert.equal((await part()).state, 'done');
    assert.equal((await part()).state, 'failed');
    assert.equal(await bench.returnedMinor(payment.paymentNo), 400);
    const other = await paidPayment(bench);
    await Promise.all([1, 2, 3].map(() => bench.provider.refund(refundRequest(other, { amountMinor: 400 }))));
    assert.ok((await bench.returnedMinor(other.paymentNo)) <= 400);
  });
}

export function testSlowRefunds(open: OpenProviderFixture): void {
  test('an accepted refund is pending until it is through, and only then done', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench, 'pending');
    const request = refundRequest(payment);
    for (let call = 0; call < 3; call++) {
      assert.equal((await bench.provider.refund(request)).state, 'pending');
      assert.equal((await bench.provider.queryRefund(request.refundNo)).state, 'pending');
    }
    assert.equal(await bench.returnedMinor(payment.paymentNo), 0);
    const before = bench.notifies.length;
    await bench.finishRefund(request.refundNo);
    const report = await bench.provider.queryRefund(request.refundNo);
    assert.equal(report.state, 'done');
    assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
    assert.ok(bench.notifies.length > before, 'no notify of the refund');
    const verdict = await bench.provider.verifyNotification(lastNotify(bench));
    assert.ok(verdict.kind === 'refund');
    assert.equal(verdict.refundNo, request.refundNo);
    assert.deepEqual(verdict.report, report);
  });

  test('a refused refund tells why, and may be asked for again under its own number', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench, 'failed');
    const request = refundRequest(payment);
    const report = await bench.provider.refund(request);
    assert.ok(report.state === 'failed' && report.reason.length > 0);
    assert.equal((await bench.provider.queryRefund(request.refundNo)).state, 'failed');
    assert.equal(await bench.returnedMinor(payment.paymentNo), 0);
    assert.equal((await bench.provider.refund(request)).state, 'done');
    assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
  });

  test('what was never paid, or is unknown, is never refunded', async (t) => {
    const bench = await open(t);
    const payment = await openPayment(bench);
    assert.equal((await bench.provider.refund(refundRequest(payment))).state, 'failed');
    const unknown = paymentRequest(bench);
    assert.equal((await bench.provider.refund(refundRequest(unknown))).state, 'failed');
    assert.equal((await bench.provider.queryRefund('R000000000')).state, 'failed');
  });
}
