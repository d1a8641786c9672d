/** The money report of the console: payments and refunds by day, with the sums of the self-audit. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MoneySlice } from '../../../src/usecases/payments/payment-store.ts';
import { type MoneyReport, reportMoney } from '../../../src/usecases/payments/report-money.ts';
import { code } from '../../support/app-error.ts';
import { operatorOf } from '../../support/console-fixture.ts';
import { openShop, operator, type Shop } from '../../support/shop.ts';

const viewer = operatorOf('viewer');
const dayMs = 24 * 60 * 60_000;

/**
 * A shop with payments on 20, 21 and 22 November 2026, Shanghai time: payments that are kept, one that is refunded, a
 * surplus payment, and one whose refund is requested.
 */
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
  const refunding = await shop.placeVip();
  await shop.pay(refunding);
  await shop.service.refundOrder(operator, refunding, null, 'r');
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

test('each sum is reported under its day and provider', async () => {
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

test('the totals equal the sums of the self-audit', async () => {
  await using shop = await busyShop();
  const { totals } = await reportMoney(shop.deps, viewer, '2026-11-01', '2026-11-30');
  const { problems, sums } = await shop.audit();
  assert.deepEqual(problems, []);
  const total = (what: MoneySlice['what']) =>
    totals.reduce((sum, row) => sum + row.sums[what].amountMinor, 0);
  assert.equal(sums.length, 1);
  assert.equal(sums[0]?.receivedMinor, total('takings') + total('surplus'));
  assert.equal(sums[0]?.returnedMinor, total('refunds') + total('surplus_returned'));
  assert.equal(sums[0]?.refundingMinor, total('open'));
  assert.ok(totals.every(({ day, currency }) => day === null && currency === 'CNY'));
  assert.deepEqual(
    totals.map(({ provider }) => provider),
    ['other', 'sandbox'],
  );
});

test('money received in another currency than the order’s is reported in the currency in which it is returned', async () => {
  await using shop = await openShop();
  const { paymentNo } = await shop.openedColourise();
  await shop.notify(shop.bank.pay(paymentNo, { currency: 'USD' }));
  await shop.drain();
  const { totals } = await reportMoney(shop.deps, viewer, '2026-11-01', '2026-11-30');
  assert.deepEqual(
    totals.map(({ currency, sums }) => [
      currency,
      sums.surplus.amountMinor,
      sums.surplus_returned.amountMinor,
    ]),
    [['USD', 990, 990]],
  );
});

test('a day lasts from midnight to midnight in the shop’s time zone, and both ends of the period are included', async () => {
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

test('an invalid day, a period that ends before it starts and more than 400 days are refused', async () => {
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
