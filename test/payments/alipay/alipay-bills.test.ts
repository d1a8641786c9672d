/** Alipay's bills. A bill is a zip file of tables in GBK, has no signature, and is ready only on the next day. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, parseDay } from '../../../src/domain/civil-day.ts';
import { timeZone } from '../../../src/domain/zoned-time.ts';
import { parseBillTable } from '../../../src/payments/alipay/parse-bill-table.ts';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { openPayment, paidPayment, refundRequest } from '../contract/provider-fixture.ts';
import { type AlipayFixture, openAlipayFixture } from './alipay-fixture.ts';
import { type AlipayWorld, deliver, openAlipayWorld, startPayment, visit } from './alipay-world.ts';
import { feeOf, gbk, zipOf } from './fake-bill.ts';

const hourMs = 60 * 60_000;

/** @returns the present day in Beijing. Advances the clock to the next day, when the bill of that day exists. */
async function nextNoon(bench: AlipayFixture): Promise<number> {
  const day = dayOf(bench.clock.now(), bench.provider.billZone);
  bench.clock.advance(24 * hourMs);
  return day;
}

test('the bill lists each payment and refund of the day once, with amounts, fees, numbers and times', async (t) => {
  const bench = await openAlipayFixture(t);
  const paidAt = bench.clock.now();
  const payment = await paidPayment(bench);
  await openPayment(bench);
  bench.clock.advance(60_000);
  const first = refundRequest(payment, { amountMinor: 100 });
  const second = refundRequest(payment, { amountMinor: 200 });
  await bench.provider.refund(first);
  await bench.provider.refund(second);
  const { tradeNo } = bench.fake.byNo(payment.paymentNo);
  const bill = await bench.provider.fetchBill(await nextNoon(bench));
  const common = { paymentNo: payment.paymentNo, currency: 'CNY', state: 'done' } as const;
  const refundRow = (refundNo: string, amountMinor: number) => ({
    ...common,
    kind: 'refund' as const,
    refundNo,
    providerRef: `${tradeNo}/${refundNo}`,
    amountMinor,
    feeMinor: feeOf(amountMinor) === 0 ? 0 : -feeOf(amountMinor),
    at: paidAt + 60_000,
  });
  assert.deepEqual(bill, {
    state: 'ready',
    rows: [
      {
        ...common,
        kind: 'payment',
        refundNo: null,
        providerRef: tradeNo,
        amountMinor: 690,
        feeMinor: feeOf(690),
        at: paidAt,
      },
      refundRow(first.refundNo, 100),
      refundRow(second.refundNo, 200),
    ],
  });
});

test('a day of the bill is a day in Beijing', async (t) => {
  const bench = await openAlipayFixture(t);
  const day = parseDay('2026-11-20') ?? 0;
  bench.clock.advance(4 * hourMs - 1000);
  await paidPayment(bench);
  bench.clock.advance(1000);
  await paidPayment(bench);
  bench.clock.advance(48 * hourMs);
  for (const which of [day, day + 1]) {
    const bill = await bench.provider.fetchBill(which);
    assert.ok(bill.state === 'ready');
    assert.equal(bill.rows.length, 1);
  }
});

test('the bill of a day that is not over is reported as not ready, without a call to Alipay', async (t) => {
  const bench = await openAlipayFixture(t);
  const day = dayOf(bench.clock.now(), bench.provider.billZone);
  assert.deepEqual(await bench.provider.fetchBill(day), { state: 'not_ready' });
  assert.deepEqual(bench.fake.calls, []);
});

test('a bill that Alipay makes late is not reported as a bill without rows', async (t) => {
  const bench = await openAlipayFixture(t);
  const day = dayOf(bench.clock.now(), bench.provider.billZone);
  await paidPayment(bench);
  bench.fake.bills.readyMs = 36 * hourMs;
  // From 20:00 to midnight in Beijing.
  bench.clock.advance(4 * hourMs);
  for (let hour = 0; hour < 12; hour++) {
    assert.notEqual((await bench.provider.fetchBill(day)).state, 'ready');
    bench.clock.advance(hourMs);
  }
  const bill = await bench.provider.fetchBill(day);
  assert.ok(bill.state === 'ready');
  assert.equal(bill.rows.length, 1);
  assert.deepEqual(await bench.provider.fetchBill(day), bill);
});

/** A shop with one payment, whose bill Alipay makes `readyMs` after the beginning of the day. */
async function shopWithPayment(readyMs: number): Promise<{ world: AlipayWorld; day: number }> {
  const world = await openAlipayWorld();
  const { shop, fake, links } = world;
  fake.bills.readyMs = readyMs;
  const orderNo = await shop.placeVip();
  await startPayment(world, orderNo, 'page');
  await visit(world, links[0] ?? '');
  fake.pay(await shop.lastPaymentNo(orderNo));
  await deliver(world, fake.notices.at(-1) ?? assert.fail());
  return { world, day: dayOf(shop.clock.now(), timeZone('Asia/Shanghai')) };
}

/** Advances the clock from 20:00 in Beijing to 20:00 some days later, and returns the differences of each time. */
async function differencesUntil({ shop }: AlipayWorld, days: number): Promise<(readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for (let sixHours = 0; sixHours < 4 * days; sixHours++) {
    shop.clock.advance(6 * hourMs);
    await shop.drain();
    const open = await shop.store.read.reconciliation.differences('open', null, 99);
    found.push(open.map(({ type }) => type));
  }
  return found;
}

test('if Alipay makes the bill of a day with payments after 14:00 of the next day, no payment is reported as missing, and the bill is compared', async () => {
  const { world, day } = await shopWithPayment(42 * hourMs);
  await using _ = world;
  assert.ok((await differencesUntil(world, 4)).every((types) => types.length === 0));
  const { reconciliation } = world.shop.store.read;
  assert.equal((await reconciliation.dayOf('alipay', day))?.state, 'compared');
  assert.equal((await reconciliation.rowsOfDay('alipay', day, -1, 9)).length, 1);
});

test('a payment is reported as missing when Alipay has made no bill of its day for three days; a day without payments needs no bill', async () => {
  const { world, day } = await shopWithPayment(Number.POSITIVE_INFINITY);
  await using _ = world;
  const { reconciliation } = world.shop.store.read;
  assert.ok((await differencesUntil(world, 2)).every((types) => types.length === 0));
  const states = [day - 1, day, day + 1].map(
    async (one) => (await reconciliation.dayOf('alipay', one))?.state,
  );
  assert.deepEqual(await Promise.all(states), ['compared', 'waiting', 'compared']);
  assert.deepEqual((await differencesUntil(world, 1)).at(-1), ['unknown_to_provider']);
});

test('a bill that is damaged during the download is refused and can be fetched again', async (t) => {
  const bench = await openAlipayFixture(t);
  await paidPayment(bench);
  const day = await nextNoon(bench);
  const damages = [
    (zip: Buffer) => zip.subarray(0, zip.length / 2),
    () => Buffer.from('<html>busy</html>'),
    () => Buffer.alloc(0),
  ];
  for (const damage of damages) {
    bench.fake.bills.damage = damage;
    await assert.rejects(bench.provider.fetchBill(day), ProviderUnreachable);
  }
  bench.fake.bills.damage = () => zipOf([[gbk('汇总.csv'), gbk('门店编号,门店名称\r\n')]]);
  await assert.rejects(bench.provider.fetchBill(day), /no table/);
  bench.fake.bills.damage = (zip) => zip;
  assert.equal((await bench.provider.fetchBill(day)).state, 'ready');
});

test('a bill at Alipay’s own address is fetched over HTTPS, even if the address begins with http', async (t) => {
  const bench = await openAlipayFixture(t);
  await paidPayment(bench);
  const day = await nextNoon(bench);
  bench.fake.bills.address = 'http://dwbillcenter.alipay.com/downloadBillFile.resource?bizType=trade';
  const fetched: string[] = [];
  const real = globalThis.fetch;
  t.mock.method(globalThis, 'fetch', (url: URL, init: RequestInit) => {
    if (url.href.startsWith(bench.fake.gatewayUrl)) return real(url, init);
    fetched.push(url.href);
    return Promise.reject(new Error('no network'));
  });
  await assert.rejects(bench.provider.fetchBill(day), ProviderUnreachable);
  assert.deepEqual(fetched, ['https://dwbillcenter.alipay.com/downloadBillFile.resource?bizType=trade']);
});

test('commas in a title do not shift the columns of the amounts', async (t) => {
  const bench = await openAlipayFixture(t);
  await paidPayment(bench);
  bench.fake.bills.title = '照片,一寸,8.00';
  const bill = await bench.provider.fetchBill(await nextNoon(bench));
  assert.ok(bill.state === 'ready');
  assert.deepEqual(
    bill.rows.map(({ amountMinor }) => amountMinor),
    [690],
  );
});

const head =
  '支付宝交易号,商户订单号,业务类型,商品名称,完成时间,订单金额（元）,退款批次号/请求号,服务费（元）';
const row = '2026112022001\t,P1\t,交易\t,照片\t,2026-11-20 20:00:00\t,6.90\t,\t,-0.04\t';

const separate = (payments: number, refunds: number) =>
  `#交易合计：${payments}笔，商家实收共6.90元，商家优惠共0.00元\n#退款合计：${refunds}笔，商家实收退款共0.00元，商家优惠退款共0.00元`;
const together = (payments: number, refunds: number) =>
  `#交易合计：${payments}笔，退款合计：${refunds}笔，商家实收共6.90元`;

test('a bill table whose rows are not as many as its summary states is refused, whether the summary is two lines or one', () => {
  for (const summary of [separate, together]) {
    const parse = (payments: number, refunds: number) =>
      parseBillTable(`${head}\n${row}\n${summary(payments, refunds)}\n#导出时间：[2026年11月21日 09:30:00]`);
    assert.equal(parse(1, 0)?.length, 1);
    assert.throws(() => parse(2, 0), /counts/);
    assert.throws(() => parse(1, 1), /counts/);
  }
});

test('a bill table with a row that cannot be parsed is refused; the row is not skipped', () => {
  assert.equal(parseBillTable(`${head}\n${row}`)?.length, 1);
  for (const [found, other] of [
    ['交易\t', '转账\t'],
    ['6.90', '6.905'],
    ['6.90', ''],
    ['2026-11-20', '20261120'],
    ['2026112022001', ''],
  ] as const) {
    assert.throws(() => parseBillTable(`${head}\n${row.replace(found, other)}`), /not understood/, other);
  }
});
