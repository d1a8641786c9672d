/** Tests of refunds at Stripe: their states and failure codes, and that no money is returned twice after a failure. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundReason } from '../../../src/payments/refund-reason.ts';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { openPayment, paidPayment, paymentRequest, refundRequest } from '../contract/provider-fixture.ts';
import { openStripeFixture } from './stripe-fixture.ts';

const dayMs = 24 * 60 * 60_000;

test('the request of a refund contains the payment number, the refund number, the reason and the amount to return', async (t) => {
  const bench = await openStripeFixture(t);
  const payment = await paidPayment(bench);
  const request = refundRequest(payment, { amountMinor: 290 });
  assert.equal((await bench.provider.refund(request)).state, 'done');
  const { amount, metadata } = bench.stripe.refundOf(request.refundNo);
  assert.equal(amount, 290);
  assert.deepEqual(metadata, {
    refund_no: request.refundNo,
    payment_no: payment.paymentNo,
    reason: refundReason,
  });
});

const failures = [
  ['lost_or_stolen_card', 'payer_account_abnormal'],
  ['expired_or_canceled_card', 'payer_account_abnormal'],
  ['declined', 'payer_account_abnormal'],
  ['insufficient_funds', 'insufficient_balance'],
  ['charge_for_pending_refund_disputed', 'payment_closed'],
  ['merchant_request', 'provider_refused'],
  ['unknown', 'provider_refused'],
  ['a reason of the future', 'provider_refused'],
] as const;

test('each reason for which a refund fails at Stripe has a failure code, and the report contains Stripe’s own word', async (t) => {
  const bench = await openStripeFixture(t);
  for (const [reason, code] of failures) {
    const request = refundRequest(await paidPayment(bench, 'pending'));
    await bench.provider.refund(request);
    bench.stripe.endRefund(request.refundNo, 'failed', reason);
    const report = await bench.provider.queryRefund(request);
    assert.ok(report.state === 'failed' && report.code === code && report.reason.includes(reason), reason);
  }
});

test('a refund that waits for the customer is pending, and a cancelled refund has failed', async (t) => {
  const bench = await openStripeFixture(t);
  const request = refundRequest(await paidPayment(bench, 'pending'));
  await bench.provider.refund(request);
  bench.stripe.endRefund(request.refundNo, 'requires_action');
  assert.equal((await bench.provider.queryRefund(request)).state, 'pending');
  bench.stripe.endRefund(request.refundNo, 'canceled');
  assert.equal((await bench.provider.queryRefund(request)).state, 'failed');
});

test('a refund that fails days after it succeeded is reported as failed and can be requested again', async (t) => {
  const bench = await openStripeFixture(t);
  const payment = await paidPayment(bench);
  const request = refundRequest(payment);
  assert.equal((await bench.provider.refund(request)).state, 'done');
  bench.clock.advance(5 * dayMs);
  const { notification } = bench.stripe.endRefund(request.refundNo, 'failed', 'lost_or_stolen_card');
  const received = await bench.provider.verifyNotification(notification);
  assert.ok(received.kind === 'refund' && received.report.state === 'failed');
  assert.equal((await bench.provider.queryRefund(request)).state, 'failed');
  assert.equal((await bench.provider.refund(request)).state, 'done');
  assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
  // The notification of the failure arrives again after the second try has succeeded. The report shows the present
  // state.
  const late = await bench.provider.verifyNotification(notification);
  assert.ok(late.kind === 'refund' && late.report.state === 'done');
});

test('a refund that failed for lack of balance succeeds under the same refund number after a deposit', async (t) => {
  const bench = await openStripeFixture(t);
  const request = refundRequest(await paidPayment(bench));
  bench.stripe.books.account.isEmpty = true;
  for (let tries = 0; tries < 3; tries++) {
    const report = await bench.provider.refund(request);
    assert.ok(report.state === 'failed' && report.code === 'insufficient_balance');
  }
  bench.stripe.books.account.isEmpty = false;
  assert.equal((await bench.provider.refund(request)).state, 'done');
  assert.equal(bench.stripe.books.refunds.size, 1);
});

test('a refund that Stripe refuses permanently is reported as failed, with a failure code for each reason', async (t) => {
  const bench = await openStripeFixture(t);
  const codeOf = async (request: Parameters<typeof bench.provider.refund>[0]) => {
    const report = await bench.provider.refund(request);
    return report.state === 'failed' ? report.code : report.state;
  };
  const returned = await paidPayment(bench);
  assert.equal((await bench.provider.refund(refundRequest(returned))).state, 'done');
  assert.equal(await codeOf(refundRequest(returned)), 'exceeds_payment');
  const kept = await paidPayment(bench);
  assert.equal(await codeOf(refundRequest(kept, { amountMinor: kept.amountMinor + 1 })), 'exceeds_payment');
  assert.equal(await codeOf(refundRequest(kept, { currency: 'USD' })), 'provider_refused');
  bench.stripe.openDispute(kept.paymentNo, 'fraudulent');
  assert.equal(await codeOf(refundRequest(kept)), 'payment_closed');
  assert.equal(await codeOf(refundRequest(await openPayment(bench))), 'unknown_payment');
  assert.equal(await codeOf(refundRequest(paymentRequest(bench))), 'unknown_payment');
});

for (const fault of ['dropped after', 'silent after', '500 after'] as const) {
  test(`a refund whose answer was lost is found and not made again, even two days later (${fault})`, async (t) => {
    const bench = await openStripeFixture(t);
    const payment = await paidPayment(bench);
    const request = refundRequest(payment, { amountMinor: 100 });
    // The first two calls of a refund read the session and the refunds, so the faults hit the call that makes the
    // refund.
    bench.stripe.faults.push('none', 'none', fault, fault);
    await assert.rejects(bench.providerWith({ timeoutMs: 500 }).refund(request), ProviderUnreachable);
    bench.stripe.faults.length = 0;
    assert.equal(await bench.returnedMinor(payment.paymentNo), 100);
    assert.equal((await bench.provider.refund(request)).state, 'done');
    bench.clock.advance(2 * dayMs);
    assert.equal((await bench.provider.refund(request)).state, 'done');
    assert.equal(await bench.returnedMinor(payment.paymentNo), 100);
  });
}

test('a refund to which Stripe answered 500 succeeds after the 24 hours in which Stripe repeats that answer', async (t) => {
  const bench = await openStripeFixture(t);
  const payment = await paidPayment(bench);
  const request = refundRequest(payment);
  bench.stripe.faults.push('none', 'none', '500 before');
  await assert.rejects(bench.provider.refund(request), ProviderUnreachable);
  await assert.rejects(bench.provider.refund(request), ProviderUnreachable);
  bench.clock.advance(dayMs);
  assert.equal((await bench.provider.refund(request)).state, 'done');
  assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
});

test('a refund is found by the id of its payment intent, and is distinguished from other refunds of the payment', async (t) => {
  const bench = await openStripeFixture(t);
  const payment = await paidPayment(bench);
  const report = await bench.provider.query(payment);
  assert.ok(report.state === 'paid');
  const known = { ...payment, providerRef: report.providerRef };
  const first = refundRequest(known, { amountMinor: 100 });
  const second = refundRequest(known, { amountMinor: 200 });
  await bench.provider.refund(first);
  bench.stripe.books.plans.set(report.providerRef, 'pending');
  await bench.provider.refund(second);
  assert.equal((await bench.provider.queryRefund(first)).state, 'done');
  assert.equal((await bench.provider.queryRefund(second)).state, 'pending');
  const other = refundRequest({ ...(await paidPayment(bench)), providerRef: report.providerRef });
  await assert.rejects(bench.provider.refund(other), /is not the payment/);
});
