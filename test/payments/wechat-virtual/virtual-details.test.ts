/** The behaviour of virtual payment and of WeChat's server API that the contract of every provider does not cover. */

import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { PaymentRefused, ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { paymentRequest, refundRequest } from '../contract/provider-fixture.ts';
import { wechatAccount } from './fake-wechat-api.ts';
import { xpayAccount } from './fake-xpay.ts';
import { openId, openVirtualFixture, sessionKey, type VirtualFixture, virtualOn } from './virtual-fixture.ts';

async function paid(bench: VirtualFixture) {
  const request = paymentRequest(bench);
  await bench.provider.open(request);
  await bench.pay(request.paymentNo);
  return request;
}

function orderOf(bench: VirtualFixture, paymentNo: string) {
  const order = bench.fake.xpay.orders.get(paymentNo);
  assert.ok(order !== undefined);
  return order;
}

function counted(bench: VirtualFixture, path: string): number {
  return bench.fake.calls.filter((call) => call.path === path).length;
}

test('a payment cannot be opened without a session key of the customer, which a sign-in creates', async (t) => {
  const bench = await openVirtualFixture(t);
  const payer = { id: openId, sessionKey: null };
  await assert.rejects(bench.provider.open(paymentRequest(bench, { payer })), PaymentRefused);
});

test('after a new sign-in of the customer, opening the payment again returns data with which the customer can pay', async (t) => {
  const bench = await openVirtualFixture(t);
  const request = paymentRequest(bench);
  await bench.provider.open(request);
  bench.fake.xpay.sessions.set(openId, 'bmV3IHNlc3Npb24ga2V5IQ==');
  await assert.rejects(bench.pay(request.paymentNo), { errCode: -15005 });
  await bench.provider.open({ ...request, payer: { id: openId, sessionKey: 'bmV3IHNlc3Npb24ga2V5IQ==' } });
  await bench.pay(request.paymentNo);
  assert.equal((await bench.provider.query(request)).state, 'paid');
});

test('if a query finds a payment before its push arrives, the service confirms the delivery with one call', async (t) => {
  const bench = await openVirtualFixture(t);
  const request = await paid(bench);
  await bench.provider.query(request);
  await bench.provider.query(request);
  assert.equal(orderOf(bench, request.paymentNo).delivered, 'by call');
  assert.equal(counted(bench, '/xpay/notify_provide_goods'), 1);
});

test('if the push of a payment arrives, the service makes no call to confirm the delivery, because the answer to the push confirms it', async (t) => {
  const bench = await openVirtualFixture(t);
  await paid(bench);
  await bench.provider.verifyNotification(bench.notifies.at(-1) ?? assert.fail());
  assert.equal(counted(bench, '/xpay/notify_provide_goods'), 0);
});

test('a payment in WeChat’s sandbox is unknown in the live environment, and its push is refused', async (t) => {
  const sandbox = await openVirtualFixture(t, { format: 'json', mode: 'secure' }, { env: 1 });
  const request = await paid(sandbox);
  const live = virtualOn(sandbox.fake.url, sandbox.clock, sandbox.log);
  const push = sandbox.notifies.at(-1) ?? assert.fail();
  const verdict = await live.verifyNotification(push);
  assert.ok(verdict.kind === 'forged' && verdict.code === 'recipient');
  assert.deepEqual(await live.query(request), { state: 'unknown' });
  assert.equal((await sandbox.provider.verifyNotification(push)).kind, 'payment');
});

for (const format of ['json', 'xml'] as const) {
  test(`a plain push in ${format} only triggers a query: an invented payment is not reported`, async (t) => {
    const bench = await openVirtualFixture(t, { format, mode: 'plain' });
    const request = paymentRequest(bench);
    await bench.provider.open(request);
    const invented = bench.fake.push({
      Event: 'xpay_goods_deliver_notify',
      OpenId: openId,
      OutTradeNo: request.paymentNo,
      Env: 0,
      GoodsInfo: { ProductId: 'good_2_690', Quantity: 1, OrigPrice: 690, ActualPrice: 690, Attach: '' },
    });
    await assert.rejects(bench.provider.verifyNotification(invented), ProviderUnreachable);
    await bench.pay(request.paymentNo);
    const verdict = await bench.provider.verifyNotification(bench.notifies.at(-1) ?? assert.fail());
    assert.ok(verdict.kind === 'payment' && verdict.report.state === 'paid');
  });
}

test('a push of a payment that the query does not show as paid yet is not accepted, so that WeChat repeats the push', async (t) => {
  const bench = await openVirtualFixture(t);
  bench.fake.xpay.rules.querySeesPayments = false;
  await paid(bench);
  const push = bench.notifies.at(-1) ?? assert.fail();
  await assert.rejects(bench.provider.verifyNotification(push), ProviderUnreachable);
  bench.fake.xpay.rules.querySeesPayments = true;
  assert.equal((await bench.provider.verifyNotification(push)).kind, 'payment');
});

test('with an AES key in the configuration, a plain push is refused; without a key, an encrypted push is refused', async (t) => {
  const secure = await openVirtualFixture(t, { format: 'json', mode: 'secure' });
  const plainPush = secure.fake.push({ Event: 'x' }, { format: 'json', mode: 'plain' });
  assert.equal((await secure.provider.verifyNotification(plainPush)).kind, 'forged');
  const plain = await openVirtualFixture(t, { format: 'json', mode: 'plain' });
  const encrypted = plain.fake.push({ Event: 'x' }, { format: 'json', mode: 'secure' });
  const verdict = await plain.provider.verifyNotification(encrypted);
  assert.ok(verdict.kind === 'forged' && verdict.why.includes('WECHAT_PUSH_AES_KEY'));
});

test('the answer to a push is in the format of the push', async (t) => {
  const json = await openVirtualFixture(t, { format: 'json', mode: 'secure' });
  const { answerNotification } = json.provider;
  assert.equal(
    answerNotification(true, json.fake.push({ Event: 'x' })).body,
    '{"ErrCode":0,"ErrMsg":"success"}',
  );
  const xml = await openVirtualFixture(t, { format: 'xml', mode: 'plain' });
  assert.equal(
    answerNotification(true, xml.fake.push({ Event: 'x' })).body,
    '<xml><ErrCode>0</ErrCode><ErrMsg><![CDATA[success]]></ErrMsg></xml>',
  );
});

test('a complaint is reported as an open dispute of its payment', async (t) => {
  const bench = await openVirtualFixture(t);
  const { paymentNo } = await paid(bench);
  const push = bench.fake.push({
    Event: 'xpay_complaint_notify',
    OpenId: openId,
    MchOrderId: paymentNo,
    ComplaintId: 'C1',
    ComplaintDetail: '照片颜色不对',
    ComplaintTime: Math.floor(bench.clock.now() / 1000),
    RequestId: 'Q1',
    RetryTimes: 0,
  });
  const verdict = await bench.provider.verifyNotification(push);
  assert.ok(verdict.kind === 'dispute');
  assert.equal(verdict.paymentNo, paymentNo);
  assert.deepEqual(verdict.dispute, {
    disputeNo: 'C1',
    state: 'open',
    amountMinor: null,
    currency: null,
    reason: '照片颜色不对',
    openedAt: Math.floor(bench.clock.now() / 1000) * 1000,
    mayReopen: false,
  });
});

test('an access token that WeChat refuses is renewed once, for all calls at the same time', async (t) => {
  const bench = await openVirtualFixture(t);
  const request = await paid(bench);
  await bench.provider.query(request);
  bench.fake.replaceToken();
  const reports = await Promise.all([1, 2, 3].map(() => bench.provider.query(request)));
  assert.ok(reports.every(({ state }) => state === 'paid'));
  assert.equal(counted(bench, '/cgi-bin/stable_token'), 2);
  assert.equal(bench.fake.tokens.forced, 0);
});

test('the service forces a new access token only if WeChat still returns the token that it refuses, and at most once an hour', async (t) => {
  const bench = await openVirtualFixture(t);
  await bench.provider.checkAccess();
  bench.fake.tokens.refusedOnce = true;
  await bench.provider.checkAccess();
  assert.equal(bench.fake.tokens.forced, 1);
  bench.fake.tokens.refusedOnce = true;
  await assert.rejects(bench.provider.checkAccess(), ProviderUnreachable);
  assert.equal(bench.fake.tokens.forced, 1);
});

test('the service requests a new token before the old one expires', async (t) => {
  const bench = await openVirtualFixture(t);
  await bench.provider.checkAccess();
  bench.clock.advance(7200_000 - 5 * 60_000 - 1);
  await bench.provider.checkAccess();
  assert.equal(counted(bench, '/cgi-bin/stable_token'), 1);
  bench.clock.advance(1);
  await bench.provider.checkAccess();
  assert.equal(counted(bench, '/cgi-bin/stable_token'), 2);
});

const unsure = ['drop before', 'drop after', 'error before', 'error after', 'busy', 'rate', 'page'] as const;

for (const fault of unsure) {
  test(`after the fault “${fault}” a call about a payment rejects, and does not report the payment as unpaid`, async (t) => {
    const bench = await openVirtualFixture(t);
    const request = await paid(bench);
    await bench.provider.checkAccess();
    bench.fake.setting.always = fault;
    await assert.rejects(bench.provider.query(request), ProviderUnreachable);
    await assert.rejects(bench.provider.close(request), ProviderUnreachable);
    await assert.rejects(bench.provider.refund(refundRequest(request)), ProviderUnreachable);
  });
}

test('a call to a server that does not answer ends after the time limit', async (t) => {
  const bench = await openVirtualFixture(t);
  const slow = virtualOn('http://192.0.2.1:9', bench.clock, bench.log, { timeoutMs: 1 });
  await assert.rejects(slow.query(paymentRequest(bench)), ProviderUnreachable);
});

test('a wrong app key, app secret or address is reported by the check of the access', async (t) => {
  const bench = await openVirtualFixture(t);

  const wrongKey = virtualOn(bench.fake.url, bench.clock, bench.log, {
    appKey: createSecretKey(Buffer.from('another key')),
  });
  await assert.rejects(wrongKey.checkAccess(), /268490003/);
  await bench.provider.checkAccess();
});

test('neither errors nor the log contain a secret', async (t) => {
  const bench = await openVirtualFixture(t);
  const request = await paid(bench);
  const errors: unknown[] = [];
  for (const fault of unsure) {
    bench.fake.setting.always = fault;
    await bench.provider.query(request).catch((error: unknown) => errors.push(error));
    await bench.provider.checkAccess().catch((error: unknown) => errors.push(error));
  }
  bench.fake.setting.always = 'none';
  await bench.provider.query(request);
  assert.equal(errors.length, 2 * unsure.length);
  const text = inspect([errors, bench.log.lines], { depth: 12 });
  const { appSecret, aesKey, token } = wechatAccount;
  for (const secret of [
    appSecret,
    aesKey,
    token,
    sessionKey,
    bench.fake.tokens.valid,
    ...xpayAccount.appKeys,
  ]) {
    assert.ok(!text.includes(secret), secret);
  }
  assert.ok(!/pay_sig|access_token=/.test(text));
});
