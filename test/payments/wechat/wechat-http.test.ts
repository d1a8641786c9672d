/** An order paid by WeChat Pay over HTTP: `pay_order`, `pay_notify/wechat` and what clients see. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import { shopApp } from '../../support/shop-app.ts';
import { strangerKeys } from './fake-signer.ts';
import { assertFinished, finishAll, openWechatWorld, placeOrder, signIn } from './wechat-world.ts';

function notify({ app }: ReturnType<typeof shopApp>, { headers, body }: RawNotification) {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? '']));
  return app.inject({
    method: 'POST',
    url: '/index.php/v1/pay_notify/wechat',
    headers: sent,
    payload: Buffer.from(body),
  });
}

test('an order is paid by QR code, and each notification gets the answer that WeChat Pay expects', async () => {
  await using world = await openWechatWorld('public key');
  await using web = shopApp(world.shop);
  await placeOrder(world, 1);
  const [orderNo = ''] = world.orders;
  const started = await web.call('pay_order', { order_no: orderNo, channel: 'native' });
  assert.equal(started.statusCode, 200, started.body);
  assert.match(started.json().code_url, /^weixin:\/\//);
  const paymentNo = await world.shop.lastPaymentNo(orderNo);

  const forged = world.fake.notification({}, { signedBy: strangerKeys });
  const refused = await notify(web, forged);
  assert.equal(refused.statusCode, 400);
  assert.deepEqual(refused.json(), { code: 'FAIL', message: '失败' });
  assert.equal(await world.shop.state(orderNo), 'wait_pay/init');

  const genuine = world.fake.pay(paymentNo);
  for (const notification of [genuine, genuine, world.fake.repeated(genuine)]) {
    const taken = await notify(web, notification);
    assert.deepEqual([taken.statusCode, taken.body], [204, '']);
  }
  assert.notEqual(await world.shop.state(orderNo), 'wait_pay/init');
  assert.equal((await world.shop.store.read.payments.notifications(paymentNo)).length, 1);
  await finishAll(world);
  await assertFinished(world);
});

test('a payment of a wrong amount or in another currency does not make the order paid, and is refunded', async () => {
  for (const change of [{ total: 1 }, { currency: 'HKD' }]) {
    await using world = await openWechatWorld('public key');
    await using web = shopApp(world.shop);
    await placeOrder(world, 1);
    const [orderNo = ''] = world.orders;
    await web.call('pay_order', { order_no: orderNo, channel: 'native' });
    const paid = world.fake.pay(await world.shop.lastPaymentNo(orderNo), change);
    assert.equal((await notify(web, paid)).statusCode, 204);
    assert.equal(await world.shop.state(orderNo), 'wait_pay/init');
    await world.shop.drain();
    const [refund] = world.fake.trades.refunds.values();
    assert.equal(refund?.status, 'SUCCESS');
    await finishAll(world);
    await assertFinished(world);
  }
});

test('pay_order with jsapi asks a customer without an openid to sign in first', async () => {
  await using world = await openWechatWorld('public key');
  await using web = shopApp(world.shop);
  await placeOrder(world, 1);
  const [orderNo = ''] = world.orders;
  const answer = await web.call('pay_order', { order_no: orderNo });
  assert.equal(answer.statusCode, 422);
  assert.equal(answer.json().errors[0].code, 'login_needed');
  assert.deepEqual(world.fake.calls, []);
});

test('pay_order with jsapi returns the parameters of wx.requestPayment as the top-level fields of the response', async () => {
  await using world = await openWechatWorld('public key');
  await using web = shopApp(world.shop);
  await placeOrder(world, 1);
  const [orderNo = ''] = world.orders;
  await signIn(world, orderNo);
  const answer = await web.call('pay_order', { order_no: orderNo });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(Object.keys(answer.json()).sort(), [
    'nonceStr',
    'package',
    'paySign',
    'signType',
    'timeStamp',
  ]);
  const again = await web.call('pay_order', { order_no: orderNo });
  assert.deepEqual(again.json(), answer.json());
  assert.equal(world.fake.trades.orders.size, 1);
});

test('pay_order with h5 returns a new link for the same payment when the old link has expired', async () => {
  await using world = await openWechatWorld('public key');
  await using web = shopApp(world.shop);
  await placeOrder(world, 1);
  const [orderNo = ''] = world.orders;
  const link = async () => (await web.call('pay_order', { order_no: orderNo, channel: 'h5' })).json().url;
  const first = await link();
  assert.equal(await link(), first);
  world.shop.clock.advance(5 * 60_000);
  assert.notEqual(await link(), first);
  assert.equal(world.fake.trades.orders.size, 1);
  assert.deepEqual(world.fake.trades.violations, []);
});

test('while WeChat Pay does not answer, pay_order returns 502, and the order can be paid afterwards', async () => {
  await using world = await openWechatWorld('certificates');
  await using web = shopApp(world.shop);
  await placeOrder(world, 1);
  const [orderNo = ''] = world.orders;
  world.fake.setting.always = 'drop after';
  const failed = await web.call('pay_order', { order_no: orderNo, channel: 'native' });
  assert.equal(failed.statusCode, 502, failed.body);
  world.fake.setting.always = 'none';
  const started = await web.call('pay_order', { order_no: orderNo, channel: 'native' });
  assert.equal(started.statusCode, 200, started.body);
  assert.equal(world.fake.trades.orders.size, 1, 'the repeated call opened a second payment');
  // No notification is delivered, so the service must find the payment with a query.
  world.fake.pay(await world.shop.lastPaymentNo(orderNo));
  world.shop.clock.advance(10_000);
  await world.shop.drain();
  assert.notEqual(await world.shop.state(orderNo), 'wait_pay/init');
});
