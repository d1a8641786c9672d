/** The contract for refunds. */

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
  test('a refund is reported as done only after the bank has returned the money', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench);
    const request = refundRequest(payment);
    const report = await bench.provider.refund(request);
    assert.ok(report.state === 'done' && report.providerRefundId.length > 0);
    assert.deepEqual(await bench.provider.queryRefund(request), report);
    assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
  });

  test('repeated and concurrent requests with one refund number return the money once', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench);
    const request = refundRequest(payment, { amountMinor: 100 });
    await Promise.all([1, 2, 3].map(() => bench.provider.refund(request)));
    await bench.provider.refund(request);
    assert.equal(await bench.returnedMinor(payment.paymentNo), 100);
    await assert.rejects(bench.provider.refund({ ...request, amountMinor: 200 }));
    assert.equal(await bench.returnedMinor(payment.paymentNo), 100);
  });

  test('refunds of one payment never return more than the customer paid', async (t) => {
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

export function testPartialRefunds(open: OpenProviderFixture): void {
  test('partial refunds return a part each, then the rest, and never more than the payment', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench);
    const part = (amountMinor: number) => refundRequest(payment, { amountMinor });
    const parts = [part(300), part(200), part(190)];
    let returnedMinor = 0;
    const refundIds = new Set<string | null>();
    for (const request of parts) {
      const report = await bench.provider.refund(request);
      assert.equal(report.state, 'done');
      refundIds.add(report.providerRefundId);
      returnedMinor += request.amountMinor;
      assert.equal(await bench.returnedMinor(payment.paymentNo), returnedMinor);
    }
    assert.equal(refundIds.size, parts.length, 'the provider gave one number to two refunds');
    const tooMuch = await bench.provider.refund(part(1));
    assert.ok(tooMuch.state === 'failed' && tooMuch.reason.length > 0);
    for (const request of parts) {
      assert.equal((await bench.provider.refund(request)).state, 'done');
      assert.equal((await bench.provider.queryRefund(request)).state, 'done');
    }
    assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
  });

  test('a payment that is refunded in part is still reported as paid, with its whole amount', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench);
    const before = await bench.provider.query(payment);
    await bench.provider.refund(refundRequest(payment, { amountMinor: 200 }));
    assert.ok(before.state === 'paid');
    assert.deepEqual(await bench.provider.query(payment), before);
  });

  test('the notification of a partial refund contains the number of this refund, and not of another refund of the payment', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench, 'pending');
    const slow = refundRequest(payment, { amountMinor: 300 });
    const other = refundRequest(payment, { amountMinor: 200 });
    assert.equal((await bench.provider.refund(slow)).state, 'pending');
    await bench.provider.refund(other);
    await bench.finishRefund(slow.refundNo);
    const verdict = await bench.provider.verifyNotification(lastNotify(bench));
    assert.ok(verdict.kind === 'refund');
    assert.equal(verdict.refundNo, slow.refundNo);
    assert.deepEqual(verdict.report, await bench.provider.queryRefund(slow));
  });
}

export function testSlowRefunds(open: OpenProviderFixture): void {
  test('an accepted refund is reported as pending, and as done once the money is returned', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench, 'pending');
    const request = refundRequest(payment);
    for (let call = 0; call < 3; call++) {
      assert.equal((await bench.provider.refund(request)).state, 'pending');
      const shown = bench.hidesUnfinishedRefunds === true ? 'unknown' : 'pending';
      assert.equal((await bench.provider.queryRefund(request)).state, shown);
    }
    assert.equal(await bench.returnedMinor(payment.paymentNo), 0);
    const before = bench.notifies.length;
    await bench.finishRefund(request.refundNo);
    const report = await bench.provider.queryRefund(request);
    assert.equal(report.state, 'done');
    assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
    assert.ok(bench.notifies.length > before, 'the provider sent no notification of the refund');
    const verdict = await bench.provider.verifyNotification(lastNotify(bench));
    assert.ok(verdict.kind === 'refund');
    assert.equal(verdict.refundNo, request.refundNo);
    assert.deepEqual(verdict.report, report);
  });

  test('a failed refund has a reason and can be requested again with the same refund number', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench, 'failed');
    const request = refundRequest(payment);
    const report = await bench.provider.refund(request);
    assert.ok(report.state === 'failed' && report.reason.length > 0);
    // A provider that refuses a request keeps no record of the refund.
    assert.ok(['failed', 'unknown'].includes((await bench.provider.queryRefund(request)).state));
    assert.equal(await bench.returnedMinor(payment.paymentNo), 0);
    assert.equal((await bench.provider.refund(request)).state, 'done');
    assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
  });

  test('refunds of unpaid and unknown payments are reported as failed, and a query reports a refund that was never requested as unknown', async (t) => {
    const bench = await open(t);
    const payment = await openPayment(bench);
    assert.equal((await bench.provider.refund(refundRequest(payment))).state, 'failed');
    const unknown = paymentRequest(bench);
    assert.equal((await bench.provider.refund(refundRequest(unknown))).state, 'failed');
    assert.deepEqual(await bench.provider.queryRefund(refundRequest(payment)), { state: 'unknown' });
    const paid = await paidPayment(bench);
    assert.deepEqual(await bench.provider.queryRefund(refundRequest(paid)), { state: 'unknown' });
  });
}
