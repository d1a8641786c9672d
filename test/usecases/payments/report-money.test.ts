/** The money by day is the money of the self-audit, told by day. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeZone } from '../../../src/domain/zoned-time.ts';
import { moneyToCsv } from '../../../src/http/payments/money-csv.ts';
import type { MoneySlice } from '../../../src/usecases/payments/payment-store.ts';
import { type MoneyReport, reportMoney } from '../../../src/usecases/payments/report-money.ts';
import { code } from '../../support/app-error.ts';
import { operatorOf } from '../../support/console-fixture.ts';
import { openShop, operator, type Shop } from '../../support/shop.ts';

const viewer = operatorOf('viewer');
const dayMs = 24 * 60 * 60_000;

/** Money of every fate, over three days in Shanghai: 20 to 22 November 2026. */
async function busyShop(): Promise<Shop> {
  const shop = await openShop({ moreProviders: ['other'] });
  const kept = await shop.placeColourise();
  await shop.pay(kept);
  const refunded = await shop.placeColourise();
  await shop.pay(refunded);
  const surplus = await shop.placeColourise();
  await shop.startPayment(surplus);
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(surplus), { amountMinor: 5 }));
  await shop.drain();
  shop.clock.advance(dayMs);
  await shop.service.refundOrder(operator, refunded, null, 'r');
  await shop.drain();
  await payWithOther(shop, await shop.placeVip());
  shop.clock.advance(dayMs);
  const owed = await shop.placeVip();
  await shop.pay(owed);
  await shop.service.refundOrder(operator, owed, null, 'r');
  return shop;
}

async function payWithOther(shop: Shop, orderNo: string): Promise<void> {
  await shop.startPayment(orderNo, 'other');
  const [, other] = shop.banks;
  assert.ok(other !== undefined);
  await shop.notify(other.pay(await shop.lastPaymentNo(orderNo)), 'other');
}

function plain({ days }: MoneyReport): unknown[] {
  return days.map(({ day, provider, sums }) => [
    day,
    provider,
    ...Object.entries(sums)
      .filter(([, { count }]) => count > 0)
      .map(([what, { amountMinor, count }]) => `${what} ${amountMinor} in ${count}`),
  ]);
}

test('each sum stands at its day and provider', async () => {
  await using shop = await busyShop();
  const report = await reportMoney(shop.deps, viewer, '2026-11-01', '2026-11-30');
  assert.deepEqual(plain(report), [
    ['2026-11-20', 'sandbox', 'takings 1980 in 2', 'surplus 5 in 1', 'surplus_returned 5 in 1'],
    ['2026-11-21', 'other', 'takings 1990 in 1'],
    ['2026-11-21', 'sandbox', 'refunds 990 in 1'],
    ['2026-11-22', 'sandbox', 'takings 1990 in 1', 'open 1990 in 1'],
  ]);
  assert.equal(report.timeZone, 'Asia/Shanghai');
});

test('the totals are those of the self-audit', async () => {
  await using shop = await busyShop();
  const { totals } = await reportMoney(shop.deps, viewer, '2026-11-01', '2026-11-30');
  const { problems, sums } = await shop.audit();
  assert.deepEqual(problems, []);
  const total = (what: MoneySlice['what']) =>
    totals.reduce((sum, row) => sum + row.sums[what].amountMinor, 0);
  assert.equal(sums.length, 1);
  assert.equal(sums[0]?.receivedMinor, total('takings') + total('surplus'));
  assert.equal(sums[0]?.returnedMinor, total('refunds') + total('surplus_returned'));
  assert.equal(sums[0]?.owedMinor, total('open'));
  assert.ok(totals.every(({ day, currency }) => day === null && currency === 'CNY'));
  assert.deepEqual(
    totals.map(({ provider }) => provider),
    ['other', 'sandbox'],
  );
});

test('a day is the shop’s day: from midnight to midnight there, both days included', async () => {
  await using shop = await openShop();
  // 15:59 UTC is 23:59 in Shanghai.
  shop.clock.advance((3 * 60 + 59) * 60_000);
  await shop.pay(await shop.placeColourise());
  shop.clock.advance(60_000);
  await shop.pay(await shop.placeColourise());
  const days = async (from: string, to: string) =>
    (await reportMoney(shop.deps, viewer, from, to)).days.map(({ day }) => day);
  assert.deepEqual(await days('2026-11-20', '2026-11-21'), ['2026-11-20', '2026-11-21']);
  assert.deepEqual(await days('2026-11-20', '2026-11-20'), ['2026-11-20']);
  assert.deepEqual(await days('2026-11-21', '2026-11-21'), ['2026-11-21']);
  assert.deepEqual(await days('2026-11-22', '2026-11-22'), []);
});

test('what is no day, a backward span and more than 400 days are refused', async () => {
  await using shop = await openShop();
  for (const [from, to] of [
    ['2026-02-30', '2026-03-01'],
    ['2026-03-01', 'yesterday!'],
    ['2026-03-02', '2026-03-01'],
    ['2025-01-01', '2026-02-05'],
  ] as const) {
    await assert.rejects(reportMoney(shop.deps, viewer, from, to), code('invalid_parameters'));
  }
  await reportMoney(shop.deps, viewer, '2025-01-01', '2026-02-04');
});

function reportOf(provider: string): MoneyReport {
  const none = { amountMinor: 0, count: 0 };
  const sums = {
    takings: { amountMinor: 123_456, count: 2 },
    surplus: { amountMinor: 5, count: 1 },
    refunds: none,
    surplus_returned: none,
    open: none,
  };
  const row = { day: '2026-11-20', provider, currency: 'CNY', sums };
  return {
    from: '2026-11-20',
    to: '2026-11-20',
    timeZone: timeZone('UTC').name,
    days: [row],
    totals: [{ ...row, day: null }],
  };
}

test('the CSV has a byte order mark, a head, CRLF, exact amounts in major units, and each sum once', () => {
  assert.equal(
    moneyToCsv(reportOf('sandbox')),
    '\uFEFFday,provider,currency,takings,takings_count,surplus,surplus_count,refunds,refunds_count,' +
      'surplus_returned,surplus_returned_count,open,open_count\r\n' +
      '2026-11-20,sandbox,CNY,1234.56,2,0.05,1,0.00,0,0.00,0,0.00,0\r\n',
  );
});

test('no cell is a formula, and commas, quotes and line breaks stay in their cell', () => {
  const cases: [string, string][] = [
    ['=HYPERLINK("http://evil.test")', '"\'=HYPERLINK(""http://evil.test"")"'],
    ['+1+1', "'+1+1"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\r\nb', '"a\r\nb"'],
  ];
  for (const [provider, cell] of cases) {
    const [, line = ''] = moneyToCsv(reportOf(provider)).split(/\r\n(?=2026)/);
    assert.ok(line.startsWith(`2026-11-20,${cell},CNY,`), `${provider}: ${line}`);
  }
});
