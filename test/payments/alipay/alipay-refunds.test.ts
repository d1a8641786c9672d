/** Refunds at Alipay: when a refund is reported as done, pending or failed, and the codes of failures. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRefunds } from '../../../src/payments/alipay/alipay-refunds.ts';
import { ProviderUnreachable, type RefundRequest } from '../../../src/usecases/ports/payment-provider.ts';
import { openPayment, paidPayment, refundRequest } from '../contract/provider-fixture.ts';
import { openAlipayFixture } from './alipay-fixture.ts';
import {
  type AlipayWorld,
  deliver,
  openAlipayWorld,
  startPayment,
  startPayments,
  visit,
} from './alipay-world.ts';
import type { RefundCourse } from './fake-trades.ts';

/** A paid order whose refund Alipay has accepted but not carried out. */
async function slowRefund(
  world: AlipayWorld,
  course: RefundCourse = 'pending',
): Promise<{ orderNo: string; refundNo: string }> {
  const { shop, fake, links } = world;
  const orderNo = await shop.placeColourise();
  await startPayment(world, orderNo, 'page');
  await visit(world, links[0] ?? '');
  const paymentNo = await shop.lastPaymentNo(orderNo);
  fake.pay(paymentNo);
  await deliver(world, fake.notices.at(-1) ?? assert.fail());
  fake.byNo(paymentNo).course = course;
  await shop.refund(orderNo);
  await shop.drain();
  const [refund = assert.fail()] = await shop.refunds(orderNo);
  assert.equal(refund.state, 'pending');
  return { orderNo, refundNo: refund.refundNo };
}

test('the refunds of a joint payment are requested with the pause that Alipay asks for', async () => {
  await using world = await openAlipayWorld();
  const { shop, fake } = world;
  const orders = [await shop.placeColourise(), await shop.placeColourise()];
  await startPayments(world, orders, 'page');
  await visit(world, world.links[0] ?? '');
  const [{ outTradeNo } = assert.fail()] = fake.trades.values();
  fake.pay(outTradeNo);
  await deliver(world, fake.notices.at(-1) ?? assert.fail());
  for (const orderNo of orders) await shop.refund(orderNo);
  await shop.settle();
  assert.deepEqual(await Promise.all(orders.map((orderNo) => shop.state(orderNo))), [
    'refund/init',
    'refund/init',
  ]);
  assert.deepEqual(fake.hasty, []);
  assert.equal(fake.book().returnedMinor, fake.book().takenMinor);
});

test('both of two partial refunds are reported as done, although Alipay returns the sum of both instead of each amount', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await paidPayment(bench);
  const first = refundRequest(payment, { amountMinor: 100 });
  const second = refundRequest(payment, { amountMinor: 590 });
  assert.equal((await bench.provider.refund(first)).state, 'done');
  assert.equal((await bench.provider.refund(second)).state, 'done');
  assert.equal((await bench.provider.queryRefund(first)).state, 'done');
  assert.equal(await bench.returnedMinor(payment.paymentNo), 690);
});

test('a refund whose answer was lost is reported as done when it is requested again, and returns the money once', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await paidPayment(bench);
  const request = refundRequest(payment);
  for (const fault of ['drop after', 'system error after', 'no signature'] as const) {
    bench.fake.plan.push(fault);
    await assert.rejects(bench.provider.refund(request), ProviderUnreachable);
  }
  assert.equal((await bench.provider.refund(request)).state, 'done');
  assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
});

test('a refund that Alipay carries out some minutes later stays pending until then, although Alipay answers a query without data, and needs no notification', async () => {
  await using world = await openAlipayWorld();
  const { shop, fake } = world;
  const { orderNo, refundNo } = await slowRefund(world);
  for (const pauseMs of [5_000, 10_000, 60_000]) {
    shop.clock.advance(pauseMs);
    await shop.drain();
    assert.equal((await shop.refunds(orderNo))[0]?.state, 'pending');
  }
  fake.finishRefund(refundNo, 'done');
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.ok(!shop.delivered.some(({ type }) => type === 'refund.failed'));
  assert.equal(fake.book().returnedMinor, fake.book().takenMinor);
});

test('a refund that Alipay accepts but drops is requested again with the same number, and returns the money once', async () => {
  await using world = await openAlipayWorld();
  const { shop, fake } = world;
  const { orderNo, refundNo } = await slowRefund(world);
  fake.finishRefund(refundNo, 'dropped');
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.ok(!shop.delivered.some(({ type }) => type === 'refund.failed'));
  assert.deepEqual(
    [...fake.trades.values()].flatMap(({ refunds }) => refunds.map(({ outRequestNo }) => outRequestNo)),
    [refundNo],
  );
  assert.deepEqual(fake.violations, []);
});

test('a refund that Alipay lists without a status, because it did not succeed, is requested again with the same number, and returns the money once', async () => {
  await using world = await openAlipayWorld();
  const { shop, fake } = world;
  const { orderNo } = await slowRefund(world, 'unsuccessful');
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.equal(fake.book().returnedMinor, fake.book().takenMinor);
  assert.ok(!shop.delivered.some(({ type }) => type === 'refund.failed'));
  assert.deepEqual(fake.violations, []);
});

test('each reason for which Alipay refuses a refund has the failure code that says what the operator can do', async (t) => {
  const bench = await openAlipayFixture(t);
  const codeOf = async (request: Parameters<typeof bench.provider.refund>[0]) => {
    const report = await bench.provider.refund(request);
    assert.ok(report.state === 'failed');
    assert.match(report.reason, /ACQ\./);
    return report.code;
  };
  const poor = await paidPayment(bench, 'failed');
  assert.equal(await codeOf(refundRequest(poor)), 'insufficient_balance');
  assert.equal(await codeOf(refundRequest(poor, { amountMinor: 691 })), 'exceeds_payment');
  const finished = await paidPayment(bench);
  bench.fake.endRefundTime(finished.paymentNo);
  assert.equal(await codeOf(refundRequest(finished)), 'payment_closed');
  const unpaid = await openPayment(bench);
  assert.equal(await codeOf(refundRequest(unpaid)), 'unknown_payment');
  await bench.provider.close(unpaid);
  assert.equal(await codeOf(refundRequest(unpaid)), 'unknown_payment');
  assert.equal(await codeOf(refundRequest({ ...unpaid, paymentNo: 'P404' })), 'unknown_payment');
  const refunded = await paidPayment(bench);
  await bench.provider.refund(refundRequest(refunded));
  assert.equal(await codeOf(refundRequest(refunded, { amountMinor: 1 })), 'exceeds_payment');
});

test('a query of a refund rejects if Alipay has another amount of this refund, and does not report it as done', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await paidPayment(bench);
  const request = refundRequest(payment, { amountMinor: 100 });
  await bench.provider.refund(request);
  await assert.rejects(bench.provider.queryRefund({ ...request, amountMinor: 200 }), /another amount/);
});

test('two refunds of one payment have different numbers at the provider', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await paidPayment(bench);
  const reports = [
    await bench.provider.refund(refundRequest(payment, { amountMinor: 100 })),
    await bench.provider.refund(refundRequest(payment, { amountMinor: 100 })),
  ];
  assert.equal(new Set(reports.map(({ providerRefundId }) => providerRefundId)).size, 2);
});

const payment = {
  paymentNo: 'P1',
  providerRef: null,
  channel: 'page',
  amountMinor: 990,
  currency: 'CNY',
  payerId: null,
  createdAt: 0,
};
const refund = { refundNo: 'R1', providerRefundId: null, amountMinor: 990, currency: 'CNY', payment };
const request: RefundRequest = {
  ...refund,
  totalMinor: 990,
  earlierMinor: 0,
  notifyUrl: 'https://shop.test/n',
};

/** Refunds at a gateway with these answers. A text is the code of a refusal. */
function refundsWith(answers: Readonly<Record<string, Readonly<Record<string, string>> | string>>) {
  return createRefunds({
    async call(method) {
      const answer = answers[method] ?? {};
      return typeof answer === 'string'
        ? { code: '40004', subCode: answer, words: answer, fields: {} }
        : { code: '10000', subCode: '', words: '', fields: answer };
    },
    pageUrl: () => '',
    isGenuine: () => false,
  });
}

test('a refund that Alipay accepts and then reports as REFUND_FAIL has failed', async () => {
  const refunds = refundsWith({
    'alipay.trade.refund': { trade_no: 'T1', fund_change: 'N' },
    'alipay.trade.fastpay.refund.query': { out_request_no: 'R1', refund_status: 'REFUND_FAIL' },
  });
  assert.equal((await refunds.refund(request)).state, 'failed');
  assert.equal((await refunds.query(refund)).state, 'failed');
});

test('a refused refund has the code that says what the operator can do', async () => {
  const codes = {
    'ACQ.BUYER_ENABLE_STATUS_FORBID': 'payer_account_abnormal',
    'ACQ.NOT_ALLOW_PARTIAL_REFUND': 'payment_closed',
    'ACQ.ONLINE_TRADE_VOUCHER_NOT_ALLOW_REFUND': 'payment_closed',
    'ACQ.REASON_TRADE_BEEN_FREEZEN': 'provider_refused',
  };
  for (const [refusal, code] of Object.entries(codes)) {
    const report = await refundsWith({ 'alipay.trade.refund': refusal }).refund(request);
    assert.deepEqual(report, { state: 'failed', code, reason: refusal, providerRefundId: null });
  }
});

test('if the state of the trade does not permit a refund, the code says which state it is', async () => {
  const trades = [
    [{ trade_status: 'WAIT_BUYER_PAY' }, 'unknown_payment'],
    [{ trade_status: 'TRADE_FINISHED' }, 'payment_closed'],
    [{ trade_status: 'TRADE_CLOSED' }, 'unknown_payment'],
    [{ trade_status: 'TRADE_CLOSED', send_pay_date: '2026-11-20 20:00:00' }, 'exceeds_payment'],
  ] as const;
  const refusals = ['ACQ.TRADE_STATUS_ERROR', 'ACQ.TRADE_HAS_CLOSE', 'ACQ.REASON_TRADE_STATUS_INVALID'];
  for (const refusal of refusals) {
    for (const [trade, code] of trades) {
      const refunds = refundsWith({ 'alipay.trade.refund': refusal, 'alipay.trade.query': trade });
      const report = await refunds.refund(request);
      assert.ok(report.state === 'failed');
      assert.equal(report.code, code, refusal);
    }
  }
});

test('a refund that Alipay asks to request again later has an unknown outcome', async () => {
  const refunds = refundsWith({ 'alipay.trade.refund': 'ACQ.REFUND_CHARGE_ERROR' });
  await assert.rejects(refunds.refund(request), ProviderUnreachable);
});

test('a refusal of a repeated request does not hide that an earlier request has returned the money', async () => {
  for (const refusal of ['ACQ.TRADE_HAS_CLOSE', 'ACQ.SELLER_BALANCE_NOT_ENOUGH', 'ACQ.REFUND_FEE_ERROR']) {
    const refunds = refundsWith({
      'alipay.trade.refund': refusal,
      'alipay.trade.query': { trade_status: 'TRADE_CLOSED', send_pay_date: '2026-11-20 20:00:00' },
      'alipay.trade.fastpay.refund.query': {
        trade_no: 'T1',
        out_request_no: 'R1',
        refund_amount: '9.90',
        refund_status: 'REFUND_SUCCESS',
      },
    });
    assert.deepEqual(await refunds.refund(request), { state: 'done', providerRefundId: 'T1/R1' });
  }
});
