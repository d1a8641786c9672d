/** Virtual payment through the client API: sign-in, payment, the push of the payment, and the check of the address. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { connectWechatApp } from '../../../src/payments/wechat-api/wechat-app.ts';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import { headerTokens } from '../../support/deps.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { recordedLog } from '../../support/recorded-log.ts';
import { openShop } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';
import { addressCheck } from './fake-push.ts';
import { startFakeWechatApi, wechatAccount } from './fake-wechat-api.ts';
import { openId, sessionKey, virtualOn } from './virtual-fixture.ts';

async function openWeb(context: TestContext) {
  let shopClock = manualClock();
  const clock = { now: () => shopClock.now() };
  const fake = await startFakeWechatApi(clock);
  const { appId, appSecret } = wechatAccount;
  const app = connectWechatApp({ appId, appSecret, apiUrl: fake.url, ready: null }, clock);
  const provider = virtualOn(fake.url, clock, recordedLog(), { app });
  const shop = await openShop({
    wrap: (deps) => ({ ...deps, tokens: headerTokens, providers: [provider], accounts: app.accounts }),
  });
  shopClock = shop.clock;
  const web = shopApp(shop);
  context.after(async () => {
    await web[Symbol.asyncDispose]();
    await shop[Symbol.asyncDispose]();
    await fake.stop();
  });
  const call = (name: string, payload: object, headers: Record<string, string> = {}) =>
    web.app.inject({ method: 'POST', url: `/index.php/v1/${name}`, payload, headers });
  const push = ({ method, headers, query, body }: RawNotification) =>
    web.app.inject({
      method,
      url: `/index.php/v1/pay_notify/wechat_virtual?${new URLSearchParams(query as Record<string, string>)}`,
      headers: { ...headers },
      ...(method === 'POST' ? { payload: Buffer.from(body) } : {}),
    });
  return { shop, fake, call, push };
}

test('a guest orders, signs in, pays and receives the membership, and the answers contain no session key', async (t) => {
  const { shop, fake, call, push } = await openWeb(t);
  const placed = await call('mark_order_vip', { goods_id: 3, num: 2 });
  const guest = { authorization: `Bearer ${placed.headers['x-user-token']}` };
  const { order_no: orderNo } = placed.json();
  const early = await call('pay_order', { order_no: orderNo }, guest);
  assert.equal(early.statusCode, 422);
  assert.equal(early.json().errors[0].pointer, '/provider');

  fake.addCode('code-1', openId, sessionKey);
  const signedIn = await call('login', { provider: 'wechat', code: 'code-1' }, guest);
  assert.equal(signedIn.statusCode, 200, signedIn.body);
  const { token, user_id: userId, expires_in: expiresIn } = signedIn.json();
  assert.ok(Number.isInteger(userId) && expiresIn === 31_536_000);
  const used = await call('login', { provider: 'wechat', code: 'code-1' });
  assert.equal(used.statusCode, 422);
  assert.equal(used.json().errors[0].pointer, '/code');

  const user = { authorization: `Bearer ${token}` };
  const opened = await call('pay_order', { order_no: orderNo }, user);
  assert.equal(opened.statusCode, 200, opened.body);
  assert.deepEqual(Object.keys(opened.json()).sort(), ['mode', 'paySig', 'signData', 'signature']);
  for (const { body } of [placed, signedIn, opened]) assert.ok(!body.includes(sessionKey));

  const raw = fake.pushPayment(fake.xpay.requestVirtualPayment(openId, opened.json(), true));
  const accepted = await push(raw);
  assert.equal(accepted.statusCode, 200);
  assert.equal(accepted.body, '{"ErrCode":0,"ErrMsg":"success"}');
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.equal((await call('my_vip', {}, user)).json().is_vip, true);
  const forged = await push({ ...raw, query: { ...raw.query, msg_signature: '0'.repeat(40) } });
  assert.equal(forged.statusCode, 400);
});

test('a push that WeChat’s query cannot confirm gets 503 and changes nothing', async (t) => {
  const { shop, fake, call, push } = await openWeb(t);
  fake.addCode('code-1', openId, sessionKey);
  const { token } = (await call('login', { provider: 'wechat', code: 'code-1' })).json();
  const user = { authorization: `Bearer ${token}` };
  const { order_no: orderNo } = (await call('mark_order_vip', { goods_id: 3 }, user)).json();
  const opened = await call('pay_order', { order_no: orderNo }, user);
  const raw = fake.pushPayment(fake.xpay.requestVirtualPayment(openId, opened.json(), true));
  fake.setting.always = 'drop after';
  const answer = await push(raw);
  assert.equal(answer.statusCode, 503);
  assert.ok(answer.headers['retry-after'] !== undefined);
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  fake.setting.always = 'none';
  assert.equal((await push(raw)).statusCode, 200);
  assert.equal(await shop.state(orderNo), 'pay/done');
});

test('WeChat’s check of the push address gets its own text as the answer, and a check with a wrong signature is refused', async (t) => {
  const { shop, push } = await openWeb(t);
  const check = addressCheck(wechatAccount, shop.clock.now(), '42', '4375120948345356249');
  const answer = await push(check);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.body, '4375120948345356249');
  assert.match(String(answer.headers['content-type']), /^text\/plain/);
  assert.equal((await push({ ...check, query: { ...check.query, nonce: '43' } })).statusCode, 400);
  const page = addressCheck(wechatAccount, shop.clock.now(), '44', '<script>');
  assert.equal((await push(page)).statusCode, 400);
});
