/** Guest tokens: what the database stores of them, who gets a lost token again, and how a guest ends them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { headerTokens } from '../../support/deps.ts';
import { post } from '../../support/http-forms.ts';
import { openShop, vip } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

const open = () => openShop({ wrap: (deps) => ({ ...deps, tokens: headerTokens }) });
const key = '3f0f7c1e-89aa-4b0e-9d3b-1c2d3e4f5a6b';

function orderFrom(remoteAddress: string) {
  const request = post('/v1/mark_order_vip', { goods_id: vip.goodsId }, { 'idempotency-key': key });
  return typeof request === 'string' ? request : { ...request, remoteAddress };
}

function tokenOf(answer: { readonly headers: Readonly<Record<string, unknown>> }): string {
  const token = answer.headers['x-user-token'];
  assert.ok(typeof token === 'string', 'the answer has no token');
  return token;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('a repeated anonymous order returns the same token again, and the database contains neither the token nor the idempotency key', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const first = await web.app.inject(orderFrom('192.0.2.1'));
  const again = await web.app.inject(orderFrom('192.0.2.1'));
  assert.equal(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(tokenOf(again), tokenOf(first));
  const record = JSON.stringify(shop.rows('select * from idempotency_records'));
  assert.ok(record.includes(first.json().order_no), record);
  assert.ok(!record.includes(tokenOf(first)) && !record.includes(key), record);
});

test('a stranger at another address who uses the same idempotency key gets a separate order and a separate token', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const first = await web.app.inject(orderFrom('192.0.2.1'));
  const stranger = await web.app.inject(orderFrom('198.51.100.7'));
  assert.equal(stranger.headers['idempotent-replayed'], undefined);
  assert.notEqual(stranger.json().order_no, first.json().order_no);
  assert.notEqual(tokenOf(stranger), tokenOf(first));
});

test('end_guest_tokens ends every token at once and returns a new one with the same orders', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const placed = await web.call('mark_order_vip', { goods_id: vip.goodsId });
  const lost = tokenOf(placed);
  const ended = await web.call('end_guest_tokens', {}, bearer(lost));
  assert.equal(ended.statusCode, 200, ended.body);
  assert.deepEqual(ended.json(), { ended: true });
  const token = tokenOf(ended);
  assert.match(String(ended.headers['set-cookie']), new RegExp(`photokiosk_guest=${token};`));
  assertProblem(await web.call('my_orders', {}, bearer(lost)), 'invalid_credential');
  assertProblem(await web.call('end_guest_tokens', {}, bearer(lost)), 'invalid_credential');
  assertProblem(await web.call('my_orders', {}, { cookie: `photokiosk_guest=${lost}` }), 'unauthenticated');
  const mine = await web.call('my_orders', {}, bearer(token));
  assert.deepEqual(
    mine.json().orders.map((order: { readonly order_no: string }) => order.order_no),
    [placed.json().order_no],
  );
});

test('end_guest_tokens returns the same new token when its response was lost and the call is repeated with its key', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const lost = tokenOf(await web.call('mark_order_vip', { goods_id: vip.goodsId }));
  const key = { 'idempotency-key': 'end-once' };
  for (const credential of [bearer(lost), { cookie: `photokiosk_guest=${lost}` }]) {
    const first = await web.call('end_guest_tokens', {}, { ...credential, ...key });
    const again = await web.call('end_guest_tokens', {}, { ...credential, ...key });
    assert.equal(again.statusCode, 200, again.body);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(tokenOf(again), tokenOf(first));
    assert.equal((await web.call('my_orders', {}, bearer(tokenOf(again)))).json().orders.length, 1);
  }
  // Neither the ended token alone nor the key alone is enough.
  assertProblem(await web.call('end_guest_tokens', {}, bearer(lost)), 'invalid_credential');
  const otherKey = { ...bearer(lost), 'idempotency-key': 'end-again' };
  assertProblem(await web.call('end_guest_tokens', {}, otherKey), 'invalid_credential');
  assertProblem(await web.call('end_guest_tokens', {}, key), 'unauthenticated');
});

test('end_guest_tokens ends the tokens that `login` returned, and its new token belongs to the same user', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const signedIn = (await web.call('login', { provider: 'wechat', code: 'code of alice' })).json();
  const again = (await web.call('login', { provider: 'wechat', code: 'code of alice' })).json();
  await web.call('mark_order_vip', { goods_id: vip.goodsId }, bearer(signedIn.token));
  const ended = await web.call('end_guest_tokens', {}, bearer(again.token));
  assert.equal(ended.statusCode, 200, ended.body);
  for (const { token } of [signedIn, again]) {
    assertProblem(await web.call('my_orders', {}, bearer(token)), 'invalid_credential');
  }
  const mine = await web.call('my_orders', {}, bearer(tokenOf(ended)));
  assert.equal(mine.json().orders[0].user_id, signedIn.user_id);
});

test('a user of the identity provider gets no token of the service from end_guest_tokens', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const ended = await web.call('end_guest_tokens', {}, bearer('subject.alice'));
  assert.equal(ended.statusCode, 200, ended.body);
  assert.equal(ended.headers['x-user-token'], undefined);
  assert.equal((await web.call('my_orders', {}, bearer('subject.alice'))).statusCode, 200);
});

test('guest_token returns a token with which another device opens the same orders, and sets it as the cookie of a browser; end_guest_tokens ends both', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const placed = await web.call('mark_order_vip', { goods_id: vip.goodsId });
  const mine = { cookie: `photokiosk_guest=${tokenOf(placed)}` };
  const issued = await web.call('guest_token', {}, mine);
  assert.equal(issued.statusCode, 200, issued.body);
  assert.equal(issued.headers['cache-control'], 'no-store');
  const { token, expires_in: expiresInS } = issued.json();
  assert.equal(expiresInS, 365 * 24 * 60 * 60);

  const opened = await web.call('guest_token', {}, bearer(token));
  assert.match(String(opened.headers['set-cookie']), /^photokiosk_guest=/);
  const other = { cookie: `photokiosk_guest=${tokenOf(opened)}` };
  const orders = (await web.call('my_orders', {}, other)).json().orders;
  assert.deepEqual(
    orders.map((order: { readonly order_no: string }) => order.order_no),
    [placed.json().order_no],
  );

  await web.call('end_guest_tokens', {}, mine);
  assertProblem(await web.call('guest_token', {}, bearer(token)), 'invalid_credential');
  assertProblem(await web.call('my_orders', {}, other), 'unauthenticated');
});

test('guest_token sets no cookie for a request of another site, and has no token for an anonymous caller', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const placed = await web.call('mark_order_vip', { goods_id: vip.goodsId });
  const foreign = { ...bearer(tokenOf(placed)), 'sec-fetch-site': 'cross-site' };
  const answer = await web.call('guest_token', {}, foreign);
  assert.equal(answer.headers['set-cookie'], undefined);
  assertProblem(await web.call('guest_token'), 'unauthenticated');
});

test('end_guest_tokens is refused for an anonymous caller, and the token of a guest who does not exist counts as no credential', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  assertProblem(await web.call('end_guest_tokens'), 'unauthenticated');
  assertProblem(await web.call('my_orders', {}, bearer('guest.4711')), 'unauthenticated');
  const placed = await web.call('mark_order_vip', { goods_id: vip.goodsId }, bearer('guest.4711'));
  assert.equal(placed.statusCode, 200, placed.body);
  assert.notEqual(tokenOf(placed), 'guest.4711');
});
