/** Payments at Alipay: what the service signs, when payments expire, and which answers of Alipay it accepts. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { PaymentRefused, ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { openPayment, paidPayment, paymentRequest } from '../contract/provider-fixture.ts';
import { alipayOn, openAlipayFixture } from './alipay-fixture.ts';
import { type Fault, faults } from './fake-alipay.ts';
import { applicationKeys } from './fake-keys.ts';

const minuteMs = 60_000;

function linkFields(link: string | undefined): { fields: URLSearchParams; biz: Record<string, string> } {
  const fields = new URL(link ?? '').searchParams;
  return { fields, biz: JSON.parse(fields.get('biz_content') ?? '{}') as Record<string, string> };
}

test('the link of a payment page contains the amount in yuan, the address for notifications, and times in Beijing time', async (t) => {
  const bench = await openAlipayFixture(t);
  const request = paymentRequest(bench, { amountMinor: 1990, title: '会员' });
  const { fields, biz } = linkFields((await bench.provider.open(request)).clientData.url);
  assert.equal(fields.get('timestamp'), '2026-11-20 20:00:00');
  assert.equal(fields.get('sign_type'), 'RSA2');
  assert.equal(fields.get('notify_url'), request.notifyUrl);
  assert.equal(fields.get('return_url'), request.returnUrl);
  assert.deepEqual(biz, {
    out_trade_no: request.paymentNo,
    total_amount: '19.90',
    subject: '会员',
    time_expire: '2026-11-20 20:28:00',
    product_code: 'FAST_INSTANT_TRADE_PAY',
  });
});

test('every amount is sent to Alipay without a rounding error', async (t) => {
  const bench = await openAlipayFixture(t);
  const amounts = { 1: '0.01', 10: '0.10', 29: '0.29', 115: '1.15', 100000000: '1000000.00', 435: '4.35' };
  for (const [minor, yuan] of Object.entries(amounts)) {
    const request = paymentRequest(bench, { amountMinor: Number(minor) });
    const opened = await bench.provider.open(request);
    assert.equal(linkFields(opened.clientData.url).biz.total_amount, yuan);
    await bench.visit(opened);
    await bench.pay(request.paymentNo);
    const report = await bench.provider.query(request);
    assert.ok(report.state === 'paid');
    assert.equal(report.receivedMinor, Number(minor));
  }
});

test('a good whose title has characters that Alipay refuses can be sold', async (t) => {
  const bench = await openAlipayFixture(t);
  for (const title of ['a/b=c&d,"e"\n<f>', ' ', '📷', '好照片📷👨‍👩‍👧', '照'.repeat(300)]) {
    const opened = await bench.provider.open(paymentRequest(bench, { title }));
    await bench.visit(opened);
  }
});

test('opening a payment page sends no request to Alipay, so it works while Alipay is down', async (t) => {
  const bench = await openAlipayFixture(t);
  bench.fake.setting.always = 'drop before';
  await bench.provider.open(paymentRequest(bench));
  assert.deepEqual(bench.fake.calls, []);
});

test('a payment that no customer has opened at Alipay is reported as open until it expires, and then as closed', async (t) => {
  for (const channel of ['page', 'wap', 'qr']) {
    const bench = await openAlipayFixture(t);
    const request = paymentRequest(bench, { channel });
    await bench.provider.open(request);
    assert.deepEqual(await bench.provider.query(request), { state: 'open' });
    assert.deepEqual(await bench.provider.close(request), { state: 'open' });
    bench.clock.advance(30 * minuteMs - 1);
    assert.deepEqual(await bench.provider.close(request), { state: 'open' });
    bench.clock.advance(1);
    assert.deepEqual(await bench.provider.close(request), { state: 'closed' });
    assert.deepEqual(await bench.provider.query(request), { state: 'closed' });
  }
});

test('an expired payment that no customer had opened cannot be paid, even if the clocks of service and Alipay differ by two minutes', async (t) => {
  for (const skewMs of [-2 * minuteMs, 0, 2 * minuteMs]) {
    const bench = await openAlipayFixture(t);
    bench.fake.setting.skewMs = skewMs;
    const request = paymentRequest(bench);
    const opened = await bench.provider.open(request);
    bench.clock.advance(30 * minuteMs);
    assert.deepEqual(await bench.provider.close(request), { state: 'closed' });
    await assert.rejects(bench.visit(opened), /Alipay shows ACQ/);
  }
});

test('no link can be paid for longer than two hours', async (t) => {
  const bench = await openAlipayFixture(t);
  const request = paymentRequest(bench, { expiresAt: bench.clock.now() + 7 * 24 * 60 * minuteMs });
  const opened = await bench.provider.open(request);
  bench.clock.advance(120 * minuteMs);
  assert.deepEqual(await bench.provider.query(request), { state: 'closed' });
  await assert.rejects(bench.visit(opened));
});

test('a trade that was paid and refunded in full is reported as closed, because no money is left', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await paidPayment(bench);
  bench.fake.refund(payment.paymentNo, null, payment.amountMinor);
  assert.deepEqual(await bench.provider.query(payment), { state: 'closed' });
});

test('a trade with the status TRADE_FINISHED is reported as paid', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await paidPayment(bench);
  bench.fake.endRefundTime(payment.paymentNo);
  assert.equal((await bench.provider.query(payment)).state, 'paid');
});

test('a call whose answer is absent, unsigned or wrongly signed rejects with ProviderUnreachable, because its outcome is unknown', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await paidPayment(bench);
  for (const fault of faults.filter((one) => one !== 'none')) {
    const calls = [
      () => bench.provider.query(payment),
      () => bench.provider.close(payment),
      () => bench.provider.open(paymentRequest(bench, { channel: 'qr' })),
      () => bench.provider.checkAccess(),
    ];
    for (const call of calls) {
      bench.fake.plan.push(fault);
      await assert.rejects(call(), ProviderUnreachable, fault);
    }
  }
});

test('a call without an answer ends after the time limit, whether or not Alipay has carried it out', async (t) => {
  const bench = await openAlipayFixture(t, { timeoutMs: 50 });
  const slow: readonly Fault[] = ['hang before', 'hang after'];
  for (const fault of slow) {
    bench.fake.plan.push(fault);
    await assert.rejects(bench.provider.open(paymentRequest(bench, { channel: 'qr' })), ProviderUnreachable);
  }
});

test('after the answer with a QR code was lost, opening the payment again does not create a second payment', async (t) => {
  const bench = await openAlipayFixture(t);
  const request = paymentRequest(bench, { channel: 'qr' });
  for (const fault of ['drop after', '500 after', 'system error after'] as const) {
    bench.fake.plan.push(fault);
    await assert.rejects(bench.provider.open(request), ProviderUnreachable);
  }
  await bench.visit(await bench.provider.open(request));
  await bench.pay(request.paymentNo);
  assert.equal(bench.fake.book().takenMinor, request.amountMinor);
});

test('opening a payment in a currency other than CNY fails with PaymentRefused, because no money can arrive for it', async (t) => {
  const bench = await openAlipayFixture(t);
  await assert.rejects(bench.provider.open(paymentRequest(bench, { currency: 'USD' })), PaymentRefused);
});

test('if Alipay refuses a QR code because the payment is closed, the payment counts as refused; if it is paid, it does not', async (t) => {
  const bench = await openAlipayFixture(t);
  const request = paymentRequest(bench, { channel: 'qr' });
  await bench.visit(await bench.provider.open(request));
  await bench.pay(request.paymentNo);
  await assert.rejects(bench.provider.open(request), ProviderUnreachable);
  const other = paymentRequest(bench, { channel: 'qr' });
  await bench.visit(await bench.provider.open(other));
  await bench.provider.close(other);
  await assert.rejects(bench.provider.open(other), PaymentRefused);
});

test('the check of the keys succeeds with the right keys, and otherwise fails with the reason that Alipay returns', async (t) => {
  const bench = await openAlipayFixture(t);
  await bench.provider.checkAccess();
  const { gatewayUrl } = bench.fake;
  const wrongApp = alipayOn(gatewayUrl, bench.clock, { appId: '2021000000000000' });
  await assert.rejects(wrongApp.checkAccess(), /isv\.invalid-app-id/);
  const wrongKey = alipayOn(gatewayUrl, bench.clock, { publicKey: applicationKeys.publicKey });
  await assert.rejects(wrongKey.checkAccess(), /no valid signature/);
  bench.fake.setting.skewMs = 60 * minuteMs;
  await assert.rejects(bench.provider.checkAccess(), /isv\.invalid-timestamp/);
});

test('no error contains a key, a signature or the content of a request', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await openPayment(bench);
  const key = String(applicationKeys.privateKey.export({ type: 'pkcs8', format: 'pem' })).slice(100, 160);
  for (const fault of faults.filter((one) => one !== 'none')) {
    bench.fake.plan.push(fault);
    const error: unknown = await bench.provider.query(payment).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof Error);
    const text = inspect(error, { depth: 10, showHidden: true });
    for (const secret of [key, 'sign=', payment.paymentNo, '"sign"']) assert.ok(!text.includes(secret), text);
  }
});
