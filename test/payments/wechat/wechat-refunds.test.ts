/** Refunds at WeChat Pay: refusals, limits, retries under the same number, and refunds that fail later. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderUnreachable, type RefundReport } from '../../../src/usecases/ports/payment-provider.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { openPayment, paidPayment, refundRequest } from '../contract/provider-fixture.ts';
import { strangerKeys } from './fake-signer.ts';
import { openWechatFixture, wechatOn } from './wechat-fixture.ts';

const dayMs = 24 * 60 * 60_000;

function failureOf(report: RefundReport): string {
  return report.state === 'failed' ? report.code : report.state;
}

test('each reason for which WeChat Pay refuses a refund has a failure code', async (t) => {
  const bench = await openWechatFixture(t);
  const { provider } = bench;
  const payment = await paidPayment(bench);
  const unpaid = await openPayment(bench);
  const refunded = await paidPayment(bench);
  await provider.refund(refundRequest(refunded));
  const unknown = { ...payment, paymentNo: 'P999999999' };
  assert.equal(failureOf(await provider.refund(refundRequest(unpaid))), 'unknown_payment');
  assert.equal(failureOf(await provider.refund(refundRequest(unknown))), 'unknown_payment');
  assert.equal(failureOf(await provider.refund(refundRequest(refunded))), 'exceeds_payment');
  bench.fake.trades.rules.emptyAccount = true;
  assert.equal(failureOf(await provider.refund(refundRequest(payment))), 'insufficient_balance');
  bench.fake.trades.rules.emptyAccount = false;
  bench.clock.advance(366 * dayMs);
  assert.equal(failureOf(await provider.refund(refundRequest(payment))), 'too_late');
});

test('the report of a refused refund contains WeChat Pay’s code, message and request id, which its support asks for', async (t) => {
  const bench = await openWechatFixture(t);
  bench.fake.trades.rules.emptyAccount = true;
  const report = await bench.provider.refund(refundRequest(await paidPayment(bench)));
  assert.ok(report.state === 'failed');
  assert.match(report.reason, /NOT_ENOUGH 基本账户余额不足 \(Request-ID 08F-\d+\)$/);
});

test('a refund that was refused because the account was empty succeeds under the same number after a deposit', async (t) => {
  const bench = await openWechatFixture(t);
  const payment = await paidPayment(bench);
  const request = refundRequest(payment);
  bench.fake.trades.rules.emptyAccount = true;
  assert.equal((await bench.provider.refund(request)).state, 'failed');
  bench.fake.trades.rules.emptyAccount = false;
  assert.equal((await bench.provider.refund(request)).state, 'done');
  assert.deepEqual([...bench.fake.trades.refunds.keys()], [request.refundNo]);
});

for (const fault of ['drop after', 'error after', 'not signed', 'probe'] as const) {
  test(`a refund whose answer has the fault “${fault}” can be repeated, and returns the money only once`, async (t) => {
    const bench = await openWechatFixture(t);
    const payment = await paidPayment(bench);
    const request = refundRequest(payment, { amountMinor: 300 });
    bench.fake.faults.push(fault, fault);
    await assert.rejects(bench.provider.refund(request), ProviderUnreachable);
    await assert.rejects(bench.provider.refund(request), ProviderUnreachable);
    assert.equal((await bench.provider.refund(request)).state, 'done');
    assert.equal(await bench.returnedMinor(payment.paymentNo), 300);
  });
}

test('a second refund of a payment within a minute rejects, does not count as failed, and succeeds when it is repeated later', async (t) => {
  const bench = await openWechatFixture(t);
  bench.fake.trades.rules.refundPauseMs = 60_000;
  const payment = await paidPayment(bench);
  await bench.provider.refund(refundRequest(payment, { amountMinor: 100 }));
  const second = refundRequest(payment, { amountMinor: 100 });
  await assert.rejects(bench.provider.refund(second), ProviderUnreachable);
  bench.clock.advance(60_000);
  assert.equal((await bench.provider.refund(second)).state, 'done');
});

test('the 51st partial refund of a payment fails with WeChat Pay’s words', async (t) => {
  const bench = await openWechatFixture(t);
  const payment = await paidPayment(bench);
  for (let part = 0; part < 50; part++) {
    assert.equal((await bench.provider.refund(refundRequest(payment, { amountMinor: 1 }))).state, 'done');
  }
  const report = await bench.provider.refund(refundRequest(payment, { amountMinor: 1 }));
  assert.ok(report.state === 'failed' && report.code === 'provider_refused');
  assert.match(report.reason, /50/);
});

test('a refund that WeChat Pay closed is retried under another number, and returns the money once', async (t) => {
  const bench = await openWechatFixture(t);
  const payment = await paidPayment(bench, 'pending');
  const first = refundRequest(payment);
  const accepted = await bench.provider.refund(first);
  bench.clock.advance(7 * dayMs);
  const closed = await bench.provider.verifyNotification(bench.fake.finishRefund(first.refundNo, 'CLOSED'));
  assert.ok(closed.kind === 'refund' && closed.report.state === 'failed');

  const retry = { ...first, providerRefundId: accepted.providerRefundId };
  const report = await bench.provider.refund(retry);
  assert.equal(report.state, 'pending');
  assert.notEqual(report.providerRefundId, accepted.providerRefundId);
  assert.deepEqual(await bench.provider.refund(retry), report, 'a repeated retry is another refund');
  assert.deepEqual([...bench.fake.trades.refunds.keys()], [first.refundNo, `${first.refundNo}-2`]);

  const done = await bench.provider.verifyNotification(
    bench.fake.finishRefund(`${first.refundNo}-2`, 'SUCCESS'),
  );
  assert.ok(done.kind === 'refund' && done.report.state === 'done');
  assert.equal(done.refundNo, first.refundNo);
  assert.deepEqual(await bench.provider.queryRefund(retry), done.report);
  assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
});

test('an abnormal refund keeps its number when it is retried, and is done when the operator has sent the money to the customer', async (t) => {
  const bench = await openWechatFixture(t);
  const payment = await paidPayment(bench, 'pending');
  const request = refundRequest(payment);
  const { providerRefundId } = await bench.provider.refund(request);
  bench.fake.finishRefund(request.refundNo, 'ABNORMAL');
  const retry = { ...request, providerRefundId };
  assert.equal(failureOf(await bench.provider.refund(retry)), 'payer_account_abnormal');
  bench.fake.finishRefund(request.refundNo, 'SUCCESS');
  assert.equal((await bench.provider.refund(retry)).state, 'done');
  assert.equal(bench.fake.trades.refunds.size, 1);
});

test('the query of a refund that WeChat Pay accepted but does not find rejects, and does not report the refund as failed', async (t) => {
  const bench = await openWechatFixture(t);
  const payment = await paidPayment(bench, 'pending');
  const request = refundRequest(payment);
  const { providerRefundId } = await bench.provider.refund(request);
  bench.fake.trades.refunds.clear();
  await assert.rejects(bench.provider.queryRefund({ ...request, providerRefundId }), ProviderUnreachable);
});

const foreign = {
  'another payment': { out_trade_no: 'P999999999' },
  'another refund': { out_refund_no: 'R999999999' },
  'another amount': { amount: { refund: 1, total: 690, currency: 'CNY' } },
  'another currency': { amount: { refund: 690, total: 690, currency: 'HKD' } },
  'an unknown state': { status: 'SOMETHING' },
} as const;

for (const [what, alteration] of Object.entries(foreign)) {
  test(`an answer with ${what} is rejected, and the state of the refund stays unknown`, async (t) => {
    const bench = await openWechatFixture(t);
    const payment = await paidPayment(bench);
    const request = refundRequest(payment);
    bench.fake.setting.alteration = alteration;
    await assert.rejects(bench.provider.refund(request), Error);
    await assert.rejects(bench.provider.queryRefund(request), Error);
  });
}

test('a refund with a wrong merchant key rejects, so that it can be repeated, and is not reported as failed', async (t) => {
  const bench = await openWechatFixture(t);
  const payment = await paidPayment(bench);
  const mchKey = strangerKeys.privateKey;
  const provider = wechatOn(bench.fake.url, bench.clock, fixedRandom(), 'public key', { mchKey });
  await assert.rejects(provider.refund(refundRequest(payment)), ProviderUnreachable);
});
