/** WeChat Pay's bills: when they exist, their hash, and what their rows mean. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from '../../../src/domain/civil-day.ts';
import { fenOf, readTable } from '../../../src/payments/wechat/bill-table.ts';
import { mergeBills } from '../../../src/payments/wechat/fund-bill.ts';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import type { BillRow } from '../../../src/usecases/ports/provider-bill.ts';
import { openPayment, paidPayment, refundRequest } from '../contract/provider-fixture.ts';
import { openWechatFixture, type WechatFixture } from './wechat-fixture.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** The tests begin at 20:00 in Beijing, so 14 hours later it is 10:00 on the next day. */
const untilReadyMs = 14 * hourMs;

function today({ clock, provider }: WechatFixture): number {
  return dayOf(clock.now(), provider.billZone);
}

async function billOf(bench: WechatFixture, day: number): Promise<readonly BillRow[]> {
  const bill = await bench.provider.fetchBill(day);
  assert.ok(bill.state === 'ready');
  return bill.rows;
}

test('the service does not request the bill of a day before ten o’clock on the next day', async (t) => {
  const bench = await openWechatFixture(t);
  const day = today(bench);
  await paidPayment(bench);
  bench.clock.advance(untilReadyMs - 1000);
  const calls = bench.fake.calls.length;
  assert.deepEqual(await bench.provider.fetchBill(day), { state: 'not_ready' });
  assert.equal(bench.fake.calls.length, calls);
  bench.clock.advance(1000);
  bench.fake.setting.billState = 'creating';
  assert.deepEqual(await bench.provider.fetchBill(day), { state: 'not_ready' });
  bench.fake.setting.billState = 'ready';
  assert.equal((await billOf(bench, day)).length, 1);
});

test('the bill of a day without payments is reported as absent', async (t) => {
  const bench = await openWechatFixture(t);
  const day = today(bench);
  await openPayment(bench);
  bench.clock.advance(untilReadyMs);
  assert.deepEqual(await bench.provider.fetchBill(day), { state: 'absent' });
});

test('the rows are the payments with their fees and the refunds with their states, and a second fetch returns the same rows', async (t) => {
  const bench = await openWechatFixture(t);
  const day = today(bench);
  const at = bench.clock.now();
  const paid = await paidPayment(bench);
  const slow = await paidPayment(bench, 'pending');
  await openPayment(bench);
  const part = refundRequest(paid, { amountMinor: 100 });
  const pending = refundRequest(slow);
  await bench.provider.refund(part);
  await bench.provider.refund(pending);
  bench.clock.advance(untilReadyMs);
  const rows = await billOf(bench, day);
  const seen = rows.map((row) => [
    row.kind,
    row.paymentNo,
    row.refundNo,
    row.amountMinor,
    row.feeMinor,
    row.state,
  ]);
  assert.deepEqual(seen, [
    ['payment', paid.paymentNo, null, 690, 4, 'done'],
    ['payment', slow.paymentNo, null, 690, 4, 'done'],
    ['refund', paid.paymentNo, part.refundNo, 100, 0, 'done'],
    ['refund', slow.paymentNo, pending.refundNo, 690, 0, 'pending'],
  ]);
  for (const row of rows) assert.deepEqual([row.at, row.currency], [at, 'CNY']);
  const report = await bench.provider.query(paid);
  assert.equal(rows[0]?.providerRef, report.state === 'paid' ? report.providerRef : '');
  assert.deepEqual(await billOf(bench, day), rows);
});

test('the bill has the whole price of a payment, even if WeChat Pay paid a part of it with a coupon', async (t) => {
  const bench = await openWechatFixture(t);
  const day = today(bench);
  const payment = await openPayment(bench);
  bench.fake.pay(payment.paymentNo, { payerTotal: 590 });
  bench.clock.advance(untilReadyMs);
  assert.equal((await billOf(bench, day))[0]?.amountMinor, 690);
});

test('a refund that WeChat Pay closes days after the request is a failed refund in the bill of the day when it was closed', async (t) => {
  const bench = await openWechatFixture(t);
  const payment = await paidPayment(bench, 'pending');
  const request = refundRequest(payment);
  const { providerRefundId } = await bench.provider.refund(request);
  bench.clock.advance(7 * dayMs);
  const day = today(bench);
  bench.fake.finishRefund(request.refundNo, 'CLOSED');
  bench.clock.advance(untilReadyMs);
  const rows = await billOf(bench, day);
  assert.deepEqual(
    rows.map((row) => [row.kind, row.refundNo, row.providerRef, row.amountMinor, row.state]),
    [['refund', request.refundNo, providerRefundId, 690, 'failed']],
  );
});

test('a refund that was closed on the day of its request has one row in the bill, with the state failed', async (t) => {
  const bench = await openWechatFixture(t);
  const day = today(bench);
  const request = refundRequest(await paidPayment(bench, 'pending'));
  await bench.provider.refund(request);
  bench.fake.finishRefund(request.refundNo, 'CLOSED');
  bench.clock.advance(untilReadyMs);
  const refunds = (await billOf(bench, day)).filter(({ kind }) => kind === 'refund');
  assert.deepEqual(
    refunds.map(({ state }) => state),
    ['failed'],
  );
});

for (const state of ['wrong hash', 'cut off'] as const) {
  test(`a bill with the fault “${state}” is refused and can be fetched again`, async (t) => {
    const bench = await openWechatFixture(t);
    const day = today(bench);
    await paidPayment(bench);
    bench.clock.advance(untilReadyMs);
    bench.fake.setting.billState = state;
    await assert.rejects(bench.provider.fetchBill(day), ProviderUnreachable);
    bench.fake.setting.billState = 'ready';
    assert.equal((await billOf(bench, day)).length, 1);
  });
}

test('a bill is read also if it arrives uncompressed', async (t) => {
  const bench = await openWechatFixture(t);
  const day = today(bench);
  await paidPayment(bench);
  bench.clock.advance(untilReadyMs);
  bench.fake.setting.isGzip = false;
  assert.equal((await billOf(bench, day)).length, 1);
});

test('the request that downloads a bill is signed, and its answer is accepted without a signature', async (t) => {
  const bench = await openWechatFixture(t);
  const day = today(bench);
  await paidPayment(bench);
  bench.clock.advance(untilReadyMs);
  await billOf(bench, day);
  assert.equal(bench.fake.calls.filter((call) => call === 'GET /v3/billdownload/file').length, 2);
});

const header = '交易时间,商户订单号,商品名称';
const summary = '总交易单数,应结订单总金额';

test('a bill is read even if a value contains commas, and if the summary states the number of rows as 2.0', () => {
  const rows = readTable(
    `\uFEFF${header}\r\n\`1,\`A,\`照片,冲印, 一寸\r\n\`2,\`B,\`\r\n${summary}\r\n\`2.0,\`0.03\r\n`,
    '总交易单数',
  );
  assert.deepEqual(
    rows.map((row) => [row.get('商户订单号'), row.get('商品名称')]),
    [
      ['A', '照片,冲印, 一寸'],
      ['B', ''],
    ],
  );
});

const broken = {
  'without its summary': `${header}\n\`1,\`A,\`x\n`,
  'with fewer rows than its summary says': `${header}\n\`1,\`A,\`x\n${summary}\n\`2,\`0.03\n`,
  'with a row that lacks a value': `${header}\n\`1,\`A\n${summary}\n\`1,\`0.03\n`,
  'that is empty': '',
} as const;

for (const [what, text] of Object.entries(broken)) {
  test(`a bill ${what} is an error`, () => {
    assert.throws(() => readTable(text, '总交易单数'), /not complete|does not fit/);
  });
}

test('the fund bill replaces the state of refunds that the trade bill shows as pending, and adds refunds that it does not contain', () => {
  const row = (providerRef: string, state: BillRow['state'], kind: BillRow['kind'] = 'refund'): BillRow => ({
    ...{ kind, providerRef, state, paymentNo: null, refundNo: null, amountMinor: 1, currency: 'CNY' },
    ...{ feeMinor: null, at: 0 },
  });
  const trades = [row('1', 'done', 'payment'), row('2', 'pending'), row('3', 'pending')];
  const funds = [
    ...[row('1', 'done', 'payment'), row('2', 'pending'), row('3', 'pending')],
    ...[row('3', 'failed'), row('4', 'failed'), row('5', 'pending'), row('5', 'failed'), row('6', 'pending')],
  ];
  assert.deepEqual(
    mergeBills(trades, funds).map(({ providerRef, state }) => [providerRef, state]),
    [
      ['1', 'done'],
      ['2', 'pending'],
      ['3', 'failed'],
      ['4', 'failed'],
      ['5', 'failed'],
      ['6', 'pending'],
    ],
  );
});

test('amounts in yuan are converted to fen without a rounding error', () => {
  const amounts = [
    '0.01',
    '0.29',
    '1.15',
    '4.35',
    '19.90',
    '8.2',
    '7',
    '0.00414',
    '0.00500',
    '-0.01000',
    '0.00000',
  ];
  assert.deepEqual(amounts.map(fenOf), [1, 29, 115, 435, 1990, 820, 700, 0, 1, -1, 0]);
  for (const text of ['', 'abc', '1,000.00', '1e3', ' 1']) assert.throws(() => fenOf(text), Error);
});
