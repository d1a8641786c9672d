/** Alipay's notifications: which signatures are accepted, how the recipient is checked, and what each status means. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import { openPayment, paidPayment, refundRequest } from '../contract/provider-fixture.ts';
import { type AlipayFixture, openAlipayFixture, paidFields } from './alipay-fixture.ts';
import { applicationKeys } from './fake-keys.ts';
import { type Fields, notificationOf } from './fake-notices.ts';

const paymentNo = 'P1';

function paid(bench: AlipayFixture, more: Fields = {}): Fields {
  return paidFields(paymentNo, 690, bench.clock.now(), more);
}

async function forgeryOf(bench: AlipayFixture, notification: RawNotification): Promise<string> {
  const verdict = await bench.provider.verifyNotification(notification);
  assert.ok(verdict.kind === 'forged', inspect(verdict));
  assert.ok(verdict.why.length > 0);
  return verdict.code;
}

test('a notification that is signed with SHA-1 is refused, although the key is Alipay’s', async (t) => {
  const bench = await openAlipayFixture(t);
  assert.equal(await forgeryOf(bench, notificationOf(paid(bench), { signType: 'RSA' })), 'signature');
});

test('a notification is refused when its sign_type is absent, unknown or the name of an object’s property', async (t) => {
  const bench = await openAlipayFixture(t);
  for (const signType of ['', 'MD5', 'rsa2', 'RSA3', '__proto__', 'toString', 'constructor']) {
    const notification = notificationOf(paid(bench), { signType });
    assert.equal(await forgeryOf(bench, notification), 'signature', signType);
  }
});

test('a notification that the merchant’s own key signed is refused', async (t) => {
  const bench = await openAlipayFixture(t);
  const notification = notificationOf(paid(bench), { key: applicationKeys.privateKey });
  assert.equal(await forgeryOf(bench, notification), 'signature');
});

test('a field that was added, replaced or repeated after the signing is refused', async (t) => {
  const bench = await openAlipayFixture(t);
  const fields = paid(bench, { trade_status: 'WAIT_BUYER_PAY' });
  const added = notificationOf(fields, { unsigned: { gmt_refund: '2026-11-20 20:00:00' } });
  assert.equal(await forgeryOf(bench, added), 'signature');
  const replaced = notificationOf(fields, { unsigned: { trade_status: 'TRADE_SUCCESS' } });
  assert.equal(await forgeryOf(bench, replaced), 'signature');
  const genuine = notificationOf(fields);
  const repeated = Buffer.concat([genuine.body, Buffer.from('&trade_status=TRADE_SUCCESS')]);
  assert.equal(await forgeryOf(bench, { ...genuine, body: repeated }), 'malformed');
});

test('a body that is not an encoded form is refused and causes no error', async (t) => {
  const bench = await openAlipayFixture(t);
  const bodies = [
    '',
    '%',
    '%zz=%',
    '{"sign":"x"}',
    '&&&',
    '=',
    'sign=x&sign_type=RSA2',
    'a=1&'.repeat(60_000),
  ];
  for (const text of bodies) {
    const body = Buffer.from(text);
    await forgeryOf(bench, { method: 'POST', headers: {}, query: {}, body });
  }
  await forgeryOf(bench, { method: 'GET', headers: {}, query: {}, body: Uint8Array.of(0xff, 0xfe, 0x3d) });
});

test('a notification with percent signs, plus signs, ampersands and Chinese in its fields is verified', async (t) => {
  const bench = await openAlipayFixture(t);
  const odd = { subject: '100% 好照片 + 相框', body: 'a&b=c%20d', fund_bill_list: '[{"amount":"6.90"}]' };
  const verdict = await bench.provider.verifyNotification(notificationOf(paid(bench, odd)));
  assert.equal(verdict.kind, 'payment');
});

test('a genuine notification for another application or seller is refused with the code `recipient`', async (t) => {
  const bench = await openAlipayFixture(t);
  for (const foreign of [
    { app_id: '2021000117600000' },
    { seller_id: '2088102146225136' },
    { seller_id: '' },
  ]) {
    assert.equal(await forgeryOf(bench, notificationOf(paid(bench, foreign))), 'recipient', inspect(foreign));
  }
});

test('a genuine notification of a payment whose amount, time or numbers are damaged is refused', async (t) => {
  const bench = await openAlipayFixture(t);
  const damages = [
    { total_amount: '6.905' },
    { total_amount: '-6.90' },
    { total_amount: '6,90' },
    { total_amount: '1e2' },
    { total_amount: '' },
    { gmt_payment: '' },
    { gmt_payment: '2026-02-30 10:00:00' },
    { trade_no: '' },
    { out_trade_no: '' },
    { notify_id: '' },
  ];
  for (const damage of damages) {
    assert.equal(await forgeryOf(bench, notificationOf(paid(bench, damage))), 'malformed', inspect(damage));
  }
});

test('each trade status of Alipay is read as the state of a payment report', async (t) => {
  const bench = await openAlipayFixture(t);
  const states = {
    WAIT_BUYER_PAY: 'open',
    TRADE_SUCCESS: 'paid',
    TRADE_FINISHED: 'paid',
    TRADE_CLOSED: 'closed',
  };
  for (const [trade_status, state] of Object.entries(states)) {
    const verdict = await bench.provider.verifyNotification(notificationOf(paid(bench, { trade_status })));
    assert.ok(verdict.kind === 'payment', trade_status);
    assert.equal(verdict.report.state, state);
  }
  const strange = await bench.provider.verifyNotification(
    notificationOf(paid(bench, { trade_status: 'TRADE_PENDING' })),
  );
  assert.equal(strange.kind, 'ignored');
});

test('the time of a payment is read as Beijing time', async (t) => {
  const bench = await openAlipayFixture(t);
  const verdict = await bench.provider.verifyNotification(
    notificationOf(paid(bench, { gmt_payment: '2026-11-21 00:30:00' })),
  );
  assert.ok(verdict.kind === 'payment' && verdict.report.state === 'paid');
  assert.equal(verdict.report.paidAt, Date.UTC(2026, 10, 20, 16, 30));
});

test('a notification of a partial refund is not read as a payment, although its status is TRADE_SUCCESS', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await paidPayment(bench);
  const request = refundRequest(payment, { amountMinor: 100 });
  await bench.provider.refund(request);
  const notice = bench.notifies.at(-1);
  assert.ok(notice !== undefined);
  const form = new URLSearchParams(Buffer.from(notice.body).toString());
  assert.equal(form.get('trade_status'), 'TRADE_SUCCESS');
  const verdict = await bench.provider.verifyNotification(notice);
  assert.ok(verdict.kind === 'refund');
  assert.equal(verdict.refundNo, request.refundNo);
  assert.equal(verdict.report.state, 'done');
});

test('a notification of a full refund does not close the payment, although its status is TRADE_CLOSED', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await paidPayment(bench);
  const request = refundRequest(payment);
  await bench.provider.refund(request);
  assert.equal(bench.fake.byNo(payment.paymentNo).status, 'TRADE_CLOSED');
  const verdict = await bench.provider.verifyNotification(bench.notifies.at(-1) ?? notificationOf({}));
  assert.ok(verdict.kind === 'refund');
  assert.equal(verdict.refundNo, request.refundNo);
});

test('a refund that was made by hand on Alipay’s pages is ignored, because it has no number of the service', async (t) => {
  const bench = await openAlipayFixture(t);
  const payment = await paidPayment(bench);
  bench.fake.refund(payment.paymentNo, null, 100);
  const verdict = await bench.provider.verifyNotification(bench.notifies.at(-1) ?? notificationOf({}));
  assert.equal(verdict.kind, 'ignored');
});

test('the response to a notification is only the word `success` or `fail`', async (t) => {
  const bench = await openAlipayFixture(t);
  await openPayment(bench);
  const notification = notificationOf(paid(bench));
  assert.equal(bench.provider.answerNotification(true, notification).body, 'success');
  assert.equal(bench.provider.answerNotification(false, notification).body, 'fail');
});
