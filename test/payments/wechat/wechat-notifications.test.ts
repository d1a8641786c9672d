/** Notifications of WeChat Pay: which are genuine, how the recipient is checked, and the rotation of keys. */

import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { lastNotify, openPayment, paidPayment, refundRequest } from '../contract/provider-fixture.ts';
import { account, certificatePairs, certificateSerial, strangerKeys } from './fake-signer.ts';
import type { NotifyOptions } from './fake-wechat.ts';
import { openWechatFixture, type WechatFixture, wechatOn } from './wechat-fixture.ts';

async function codeOf(bench: WechatFixture, notification: RawNotification): Promise<string> {
  const verdict = await bench.provider.verifyNotification(notification);
  return verdict.kind === 'forged' ? verdict.code : verdict.kind;
}

function transaction(change: object = {}): object {
  return {
    appid: account.appId,
    mchid: account.mchId,
    out_trade_no: 'P000000001',
    transaction_id: '4200000000000000000000000001',
    trade_state: 'SUCCESS',
    success_time: '2026-11-20T20:00:00+08:00',
    amount: { total: 690, payer_total: 690, currency: 'CNY', payer_currency: 'CNY' },
    ...change,
  };
}

const refund = {
  mchid: account.mchId,
  out_trade_no: 'P000000001',
  out_refund_no: 'R000000001',
  refund_id: '50300000000000000000000000001',
  refund_status: 'SUCCESS',
  amount: { total: 690, refund: 690, payer_total: 690, payer_refund: 690 },
};

const cases: readonly (readonly [string, object, NotifyOptions, string])[] = [
  ['a genuine payment', transaction(), {}, 'payment'],
  ['a genuine refund', refund, { eventType: 'REFUND.SUCCESS' }, 'refund'],
  ['another event', transaction(), { eventType: 'PAYSCORE.USER_PAID' }, 'ignored'],
  ['a stranger’s signature', transaction(), { signedBy: strangerKeys }, 'signature'],
  ['a probe', transaction(), { headers: { 'wechatpay-signature': 'WECHATPAY/SIGNTEST/AAAA' } }, 'probe'],
  ['an unknown public key', transaction(), { headers: { 'wechatpay-serial': 'PUB_KEY_ID_1' } }, 'signature'],
  ['an unknown certificate', transaction(), { headers: { 'wechatpay-serial': 'ABCDEF0123' } }, 'signature'],
  [
    'the usual signature type',
    transaction(),
    { headers: { 'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048' } },
    'payment',
  ],
  [
    'another signature type',
    transaction(),
    { headers: { 'wechatpay-signature-type': 'WECHATPAY2-SM2-WITH-SM3' } },
    'signature',
  ],
  ['a time of 299 s ago', transaction(), { skewMs: -299_000 }, 'payment'],
  ['a time of 300 s ago', transaction(), { skewMs: -300_000 }, 'timestamp'],
  ['a time 299 s ahead', transaction(), { skewMs: 299_000 }, 'payment'],
  ['a time 300 s ahead', transaction(), { skewMs: 300_000 }, 'timestamp'],
  ['content for another APIv3 key', transaction(), { apiV3Key: 'x'.repeat(32) }, 'malformed'],
  ['another merchant', transaction({ mchid: '1900000999' }), {}, 'recipient'],
  ['another application', transaction({ appid: 'wx0000000000000000' }), {}, 'recipient'],
  ['no merchant', transaction({ mchid: undefined }), {}, 'recipient'],
  ['another merchant’s refund', { ...refund, mchid: '19' }, { eventType: 'REFUND.SUCCESS' }, 'recipient'],
  ['no number', transaction({ out_trade_no: '' }), {}, 'malformed'],
  ['a negative amount', transaction({ amount: { total: -1 } }), {}, 'malformed'],
  ['half a fen', transaction({ amount: { total: 0.5 } }), {}, 'malformed'],
  ['an amount as text', transaction({ amount: { total: '690' } }), {}, 'malformed'],
  ['an unknown trade_state', transaction({ trade_state: 'PAID' }), {}, 'malformed'],
  [
    'a refund without refund_status',
    { ...refund, refund_status: undefined },
    { eventType: 'REFUND.CLOSED' },
    'malformed',
  ],
  ['content that is no object', [], {}, 'recipient'],
];

for (const [what, content, options, expected] of cases) {
  test(`a notification with ${what} gets the verdict “${expected}”`, async (t) => {
    const bench = await openWechatFixture(t);
    assert.equal(await codeOf(bench, bench.fake.notification(content, options)), expected);
  });
}

test('a signed notification whose encrypted content was changed is refused, because its authentication tag is wrong', async (t) => {
  const bench = await openWechatFixture(t);
  const genuine = bench.fake.notification(transaction());
  const event = JSON.parse(Buffer.from(genuine.body).toString());
  const sealed = Buffer.from(event.resource.ciphertext, 'base64');
  const texts = [event.resource.ciphertext];
  for (const at of [0, 20, sealed.length - 1]) {
    const other = Buffer.from(sealed);
    other[at] = (other[at] ?? 0) ^ 1;
    texts.push(other.toString('base64'));
  }
  texts.push(
    '',
    'AAAA',
    sealed.subarray(0, -16).toString('base64'),
    sealed.subarray(0, -1).toString('base64'),
  );
  const codes: string[] = [];
  for (const ciphertext of texts) {
    const body = Buffer.from(JSON.stringify({ ...event, resource: { ...event.resource, ciphertext } }));
    codes.push(await codeOf(bench, bench.fake.repeated({ ...genuine, body })));
  }
  assert.deepEqual(codes, ['payment', ...Array(7).fill('malformed')]);
});

test('signed bytes that are no JSON object, or have no event id, are malformed', async (t) => {
  const bench = await openWechatFixture(t);
  const genuine = bench.fake.notification(transaction());
  for (const text of ['', '[]', 'null', '{}', '{"id":""}', '{"id":7}', '{', '\uFEFF{}']) {
    const notification = bench.fake.repeated({ ...genuine, body: Buffer.from(text) });
    assert.equal(await codeOf(bench, notification), 'malformed', text);
  }
});

test('a repeated notification has a new signature and the same event id', async (t) => {
  const bench = await openWechatFixture(t);
  await paidPayment(bench);
  const first = await bench.provider.verifyNotification(lastNotify(bench));
  bench.clock.advance(6 * 60 * 60_000);
  assert.equal(await codeOf(bench, lastNotify(bench)), 'timestamp');
  assert.deepEqual(await bench.provider.verifyNotification(bench.fake.repeated(lastNotify(bench))), first);
});

test('the refund notifications ABNORMAL and CLOSED are read as failed refunds with failure codes', async (t) => {
  const bench = await openWechatFixture(t);
  const found: unknown[] = [];
  for (const status of ['ABNORMAL', 'CLOSED'] as const) {
    const payment = await paidPayment(bench, 'pending');
    const request = refundRequest(payment);
    await bench.provider.refund(request);
    const verdict = await bench.provider.verifyNotification(
      bench.fake.finishRefund(request.refundNo, status),
    );
    assert.ok(verdict.kind === 'refund' && verdict.report.state === 'failed');
    assert.equal(verdict.refundNo, request.refundNo);
    found.push(verdict.report.code);
    assert.deepEqual(await bench.provider.queryRefund(request), verdict.report);
  }
  assert.deepEqual(found, ['payer_account_abnormal', 'insufficient_balance']);
});

test('an accepted notification is answered with 204, a refused one with 400 and the code FAIL', async (t) => {
  const { provider, fake } = await openWechatFixture(t);
  const notification = fake.notification(transaction());
  assert.deepEqual(provider.answerNotification(true, notification), {
    status: 204,
    contentType: 'application/json',
    body: '',
  });
  const refused = provider.answerNotification(false, notification);
  assert.equal(refused.status, 400);
  assert.equal(JSON.parse(refused.body).code, 'FAIL');
});

test('while WeChat Pay rotates its certificates, messages signed with the old and with the new certificate are accepted', async (t) => {
  const bench = await openWechatFixture(t, 'certificates');
  const old = bench.fake.notification(transaction());
  assert.equal(await codeOf(bench, old), 'payment');
  bench.clock.advance(60_000);
  bench.fake.rotate('add');
  const rotated = bench.fake.notification(transaction());
  assert.equal(await codeOf(bench, rotated), 'payment');
  assert.equal(await codeOf(bench, old), 'payment');
  assert.equal((await bench.provider.query(await openPayment(bench))).state, 'open');
});

test('while a merchant changes to the public key, a service that is configured with it accepts notifications that are signed with a certificate', async (t) => {
  const bench = await openWechatFixture(t, 'certificates');
  for (const kind of ['certificates', 'public key', 'certificates'] as const) {
    const provider = wechatOn(
      bench.fake.url,
      bench.clock,
      fixedRandom(`${kind} ${bench.clock.now()}`),
      'public key',
    );
    bench.fake.setting.signsWith = kind;
    const verdict = await provider.verifyNotification(bench.fake.notification(transaction()));
    assert.equal(verdict.kind, 'payment', kind);
    bench.clock.advance(60_000);
  }
  assert.deepEqual(bench.fake.trades.violations, []);
});

test('a certificate that WeChat Pay has withdrawn is refused after half a day', async (t) => {
  const bench = await openWechatFixture(t, 'certificates');
  const byOld = () => {
    const headers = { 'wechatpay-serial': certificateSerial(0) };
    return bench.fake.notification(transaction(), { signedBy: certificatePairs[0], headers });
  };
  assert.equal(await codeOf(bench, byOld()), 'payment');
  bench.fake.rotate('add');
  bench.fake.rotate('drop old');
  bench.clock.advance(12 * 60 * 60_000);
  assert.equal(await codeOf(bench, byOld()), 'signature');
  assert.equal(await codeOf(bench, bench.fake.notification(transaction())), 'payment');
});

test('an expired certificate is refused', async (t) => {
  const bench = await openWechatFixture(t, 'certificates');
  assert.equal(await codeOf(bench, bench.fake.notification(transaction())), 'payment');
  bench.clock.advance(6 * 365 * 24 * 60 * 60_000);
  assert.equal(await codeOf(bench, bench.fake.notification(transaction())), 'signature');
});

test('certificates that are encrypted with another APIv3 key are not used', async (t) => {
  const bench = await openWechatFixture(t, 'certificates');
  const apiV3Key = createSecretKey(Buffer.alloc(32, 1));
  const provider = wechatOn(bench.fake.url, bench.clock, fixedRandom(), 'certificates', { apiV3Key });
  const verdict = await provider.verifyNotification(bench.fake.notification(transaction()));
  assert.ok(verdict.kind === 'forged' && verdict.code === 'signature');
});

test('a list of certificates that is not signed by a certificate in the list is not used', async (t) => {
  for (const fault of ['signed by a stranger', 'not signed', 'probe', 'old'] as const) {
    const bench = await openWechatFixture(t, 'certificates');
    bench.fake.faults.push(fault);
    assert.equal(await codeOf(bench, bench.fake.notification(transaction())), 'signature', fault);
    bench.clock.advance(10_000);
    assert.equal(await codeOf(bench, bench.fake.notification(transaction())), 'payment', fault);
  }
});

test('messages with unknown serial numbers cause at most one download of certificates in ten seconds', async (t) => {
  const bench = await openWechatFixture(t, 'certificates');
  const downloads = () => bench.fake.calls.filter((call) => call === 'GET /v3/certificates').length;
  const attack = async () => {
    for (let n = 0; n < 20; n++) {
      const headers = { 'wechatpay-serial': `ABCDEF00000000${n + 10}` };
      assert.equal(await codeOf(bench, bench.fake.notification(transaction(), { headers })), 'signature');
    }
  };
  await attack();
  assert.equal(downloads(), 1);
  assert.equal(await codeOf(bench, bench.fake.notification(transaction())), 'payment');
  bench.clock.advance(10_000);
  await attack();
  assert.equal(downloads(), 2);
});

test('after a failed download of certificates, the known certificates are still used', async (t) => {
  const bench = await openWechatFixture(t, 'certificates');
  assert.equal(await codeOf(bench, bench.fake.notification(transaction())), 'payment');
  bench.clock.advance(13 * 60 * 60_000);
  bench.fake.setting.always = 'error before';
  assert.equal(await codeOf(bench, bench.fake.notification(transaction())), 'payment');
});
