/** Opening, querying and closing payments at WeChat Pay: its channels, its refusals and the faults of its answers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTransaction } from '../../../src/payments/wechat/payment-report.ts';
import { PaymentRefused, ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { openPayment, paidPayment, paymentRequest } from '../contract/provider-fixture.ts';
import { rsaVerify } from './fake-keys.ts';
import { account, merchantKeys, strangerKeys } from './fake-signer.ts';
import type { Fault } from './fake-wechat.ts';
import { openWechatFixture, wechatOn } from './wechat-fixture.ts';
import { openWechatWorld } from './wechat-world.ts';

test('jsapi returns the parameters of wx.requestPayment, signed with the merchant’s key', async (t) => {
  const bench = await openWechatFixture(t);
  const request = paymentRequest(bench);
  const { clientData } = await bench.provider.open(request);
  const { timeStamp, nonceStr, package: text, signType, paySign = '' } = clientData;
  assert.equal(signType, 'RSA');
  assert.equal(text, `prepay_id=wx${request.paymentNo}`);
  assert.equal(timeStamp, String(bench.clock.now() / 1000));
  const signed = Buffer.from(`${account.appId}\n${timeStamp}\n${nonceStr}\n${text}\n`);
  assert.ok(rsaVerify(merchantKeys.publicKey, signed, paySign));
});

test('native returns code_url; h5 returns a url, which contains the address of the shop to return to', async (t) => {
  const bench = await openWechatFixture(t);
  const native = await bench.provider.open(paymentRequest(bench, { channel: 'native', payer: null }));
  assert.match(native.clientData.code_url ?? '', /^weixin:/);
  const returnUrl = 'https://kiosk.example/?order_no=O1';
  const h5 = await bench.provider.open(paymentRequest(bench, { channel: 'h5', payer: null, returnUrl }));
  const url = new URL(h5.clientData.url ?? '');
  assert.equal(url.searchParams.get('redirect_url'), returnUrl);
});

test('only jsapi needs a payer', async (t) => {
  const { provider } = await openWechatFixture(t);
  const needing = provider.channels.filter((channel) => provider.needsPayer(channel));
  assert.deepEqual([provider.channels, needing], [['jsapi', 'native', 'h5'], ['jsapi']]);
});

test('h5 sends the customer’s IP address to WeChat Pay; from an IPv4 address the prefix ::ffff: is removed', async (t) => {
  const bench = await openWechatFixture(t);
  for (const [clientAddress, sent] of [
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
  ] as const) {
    const request = paymentRequest(bench, { channel: 'h5', payer: null, clientAddress });
    await bench.provider.open(request);
    const body = bench.fake.trades.orders.get(request.paymentNo)?.body ?? '{}';
    const { scene_info: scene } = JSON.parse(body) as { scene_info: { payer_client_ip: string } };
    assert.equal(scene.payer_client_ip, sent);
  }
});

const refusedAtOnce = {
  'jsapi without a payer': { payer: null },
  'h5 without an address': { channel: 'h5', clientAddress: 'unknown' },
  'another currency': { currency: 'EUR' },
} as const;

for (const [what, change] of Object.entries(refusedAtOnce)) {
  test(`opening fails with PaymentRefused and without a call to WeChat Pay: ${what}`, async (t) => {
    const bench = await openWechatFixture(t);
    await assert.rejects(bench.provider.open(paymentRequest(bench, change)), PaymentRefused);
    assert.deepEqual(bench.fake.calls, []);
  });
}

test('a title that is too long for WeChat Pay is cut after a whole character', async (t) => {
  const bench = await openWechatFixture(t);
  const request = paymentRequest(bench, { title: '一寸照'.repeat(40) });
  await bench.provider.open(request);
  const { description } = JSON.parse(bench.fake.trades.orders.get(request.paymentNo)?.body ?? '{}');
  assert.equal(description, '一寸照'.repeat(14));
  assert.deepEqual(bench.fake.trades.violations, []);
});

test('a title that WeChat Pay would refuse is cleaned, and replaced by the order’s number if nothing is left', async (t) => {
  const bench = await openWechatFixture(t);
  const sent: string[] = [];
  for (const title of ['证件照📷\n一寸', '📷', '']) {
    const request = paymentRequest(bench, { title, orderNo: 'O7' });
    await bench.provider.open(request);
    sent.push(JSON.parse(bench.fake.trades.orders.get(request.paymentNo)?.body ?? '{}').description);
  }
  assert.deepEqual(sent, ['证件照一寸', 'O7', 'O7']);
});

test('the payment of an order that expires within a minute is opened for the shortest time that WeChat Pay accepts', async (t) => {
  const bench = await openWechatFixture(t);
  await bench.provider.open(paymentRequest(bench, { expiresAt: bench.clock.now() + 5_000 }));
  assert.equal(bench.fake.trades.orders.size, 1);
});

test('opening a payment again with another title closes the payment before it fails with PaymentRefused', async (t) => {
  const bench = await openWechatFixture(t);
  const request = await openPayment(bench);
  const changed = { ...request, title: 'another title' };
  await assert.rejects(bench.provider.open(changed), PaymentRefused);
  assert.deepEqual(await bench.provider.query(request), { state: 'closed' });
});

test('opening a paid payment again never fails with PaymentRefused, because its money has arrived', async (t) => {
  const bench = await openWechatFixture(t);
  const request = await paidPayment(bench);
  for (const again of [request, { ...request, title: 'another title' }]) {
    await assert.rejects(bench.provider.open(again), ProviderUnreachable);
  }
});

test('opening a payment again with another title does not fail with PaymentRefused while the payment cannot be closed', async (t) => {
  const bench = await openWechatFixture(t);
  const request = await openPayment(bench);
  bench.fake.trades.rules.closeableAfterMs = 300_000;
  await assert.rejects(bench.provider.open({ ...request, title: 'another title' }), ProviderUnreachable);
});

test('opening fails with PaymentRefused if WeChat Pay refuses a field of the request', async (t) => {
  const bench = await openWechatFixture(t);
  const request = paymentRequest(bench, { notifyUrl: 'http://kiosk.example/pay_notify' });
  await assert.rejects(bench.provider.open(request), PaymentRefused);
});

/** The faults after which the service must not draw a conclusion from the answer. */
const faults: readonly Fault[] = [
  'drop before',
  'drop after',
  'error before',
  'error after',
  'too many requests',
  'not signed',
  'signed by a stranger',
  'probe',
  'old',
  'from the future',
  'changed after signing',
  'redirect',
  'web page',
];

for (const fault of faults) {
  test(`each call rejects an answer with the fault “${fault}”, and succeeds when it is repeated`, async (t) => {
    const bench = await openWechatFixture(t);
    const { provider, fake } = bench;
    const failing = async <T>(work: () => Promise<T>): Promise<T> => {
      fake.setting.always = fault;
      await assert.rejects(work(), ProviderUnreachable);
      fake.setting.always = 'none';
      return work();
    };
    const request = paymentRequest(bench);
    await failing(() => provider.open(request));
    assert.equal((await failing(() => provider.query(request))).state, 'open');
    await bench.pay(request.paymentNo);
    assert.equal((await failing(() => provider.query(request))).state, 'paid');
    assert.equal((await failing(() => provider.close(request))).state, 'paid');
    const other = await openPayment(bench);
    assert.equal((await failing(() => provider.close(other))).state, 'closed');
    await failing(() => provider.checkAccess());
    assert.deepEqual(fake.trades.violations, []);
  });
}

test('a call without an answer ends after its time limit', { timeout: 120_000 }, async (t) => {
  const bench = await openWechatFixture(t);
  const provider = wechatOn(bench.fake.url, bench.clock, fixedRandom(), 'public key', { timeoutMs: 50 });
  bench.fake.setting.always = 'hang';
  await assert.rejects(provider.query(paymentRequest(bench)), ProviderUnreachable);
});

const foreign = {
  'another merchant': { mchid: '1900000999' },
  'another application': { appid: 'wx0000000000000000' },
  'another payment': { out_trade_no: 'P999999999' },
  'an unknown state': { trade_state: 'SOMETHING' },
  'no amount': { amount: {} },
  'no transaction_id': { transaction_id: null },
  'no time': { success_time: 'yesterday' },
} as const;

for (const [what, alteration] of Object.entries(foreign)) {
  test(`an answer with ${what} is rejected, and the state of the payment stays unknown`, async (t) => {
    const bench = await openWechatFixture(t);
    const request = await paidPayment(bench);
    bench.fake.setting.alteration = alteration;
    await assert.rejects(bench.provider.query(request), ProviderUnreachable);
  });
}

test('the received amount is the price, even if WeChat Pay paid a part of it with a coupon', async (t) => {
  const bench = await openWechatFixture(t);
  const request = await openPayment(bench);
  bench.fake.pay(request.paymentNo, { payerTotal: 590 });
  const report = await bench.provider.query(request);
  assert.ok(report.state === 'paid');
  assert.equal(report.receivedMinor, 690);
});

test('a customer who has the payment sheet open can pay after the expiry, until the payment is closed', async (t) => {
  const bench = await openWechatFixture(t);
  const [first, second] = [await openPayment(bench), await openPayment(bench)];
  bench.clock.advance(31 * 60_000);
  bench.fake.pay(first.paymentNo, { late: true });
  assert.equal((await bench.provider.close(first)).state, 'paid');
  assert.equal((await bench.provider.close(second)).state, 'closed');
  assert.throws(() => bench.fake.pay(second.paymentNo, { late: true }));
});

test('a payment that WeChat Pay does not close yet, because it is new or the customer is typing the password, is reported as open and can be closed later', async (t) => {
  const bench = await openWechatFixture(t);
  const { rules, orders } = bench.fake.trades;
  const request = await openPayment(bench);
  rules.closeableAfterMs = 300_000;
  assert.deepEqual(await bench.provider.close(request), { state: 'open' });
  bench.clock.advance(300_000);
  const order = orders.get(request.paymentNo);
  assert.ok(order !== undefined);
  order.state = 'USERPAYING';
  assert.deepEqual(await bench.provider.close(request), { state: 'open' });
  order.state = 'NOTPAY';
  assert.equal((await bench.provider.close(request)).state, 'closed');
});

test('a customer who is typing the password when the order expires, and then pays, gets the order', async () => {
  await using world = await openWechatWorld('public key');
  const { shop, fake } = world;
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo, 'wechat', 'native');
  const paymentNo = await shop.lastPaymentNo(orderNo);
  const order = fake.trades.orders.get(paymentNo) ?? assert.fail();
  order.state = 'USERPAYING';
  shop.clock.advance(30 * 60_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.clock.advance(20_000);
  fake.pay(paymentNo, { late: true });
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.deepEqual(await shop.refunds(orderNo), []);
});

test('each state of WeChat Pay is read as a state of a payment report', () => {
  const amount = { total: 690, currency: 'CNY' };
  const shared = { appid: 'wx1', mchid: '19', out_trade_no: 'P1', transaction_id: '42', amount };
  const states = ['SUCCESS', 'REFUND', 'NOTPAY', 'USERPAYING', 'ACCEPT', 'CLOSED', 'REVOKED', 'PAYERROR'];
  const reports = states.map((trade_state) => {
    const fields = { ...shared, trade_state, success_time: '2026-11-20T20:00:00+08:00' };
    const read = readTransaction(fields, { appId: 'wx1', mchId: '19' });
    return read.kind === 'report' ? read.report.state : read.kind;
  });
  assert.deepEqual(reports, ['paid', 'paid', 'open', 'open', 'open', 'closed', 'closed', 'declined']);
});

test('checkAccess succeeds with the right keys and changes nothing', async (t) => {
  const { provider, fake } = await openWechatFixture(t);
  await provider.checkAccess();
  assert.equal(fake.trades.orders.size, 0);
});

test('checkAccess fails with another merchant key, another public key, or another certificate serial', async (t) => {
  const bench = await openWechatFixture(t);
  const wrong = [
    [{ mchKey: strangerKeys.privateKey }, /SIGN_ERROR/],
    [{ mchSerial: '0000000000000000' }, /SIGN_ERROR/],
    [
      { publicKey: { id: account.publicKeyId, key: strangerKeys.publicKey } },
      /not verified: wrong signature/,
    ],
  ] as const;
  for (const [change, expected] of wrong) {
    const provider = wechatOn(bench.fake.url, bench.clock, fixedRandom(), 'public key', change);
    await assert.rejects(provider.checkAccess(), expected);
  }
});

test('if the clock of the service is wrong by more than five minutes, the error of checkAccess names the timestamp', async (t) => {
  const bench = await openWechatFixture(t);
  for (const skewMs of [299_000, -299_000]) {
    bench.fake.setting.skewMs = skewMs;
    await bench.provider.checkAccess();
  }
  for (const skewMs of [301_000, -301_000]) {
    bench.fake.setting.skewMs = skewMs;
    // WeChat Pay refuses the timestamp of the request, so the service never sees an answer with a wrong timestamp.
    await assert.rejects(bench.provider.checkAccess(), /SIGN_ERROR.*timestamp/);
  }
});
