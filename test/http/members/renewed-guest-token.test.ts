/** How long guests keep their membership and orders: renewed tokens, and tokens that stay valid after a year. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokens } from '../../../src/identity/tokens.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { openShop, type Shop, vip } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

const dayMs = 24 * 60 * 60 * 1000;
const tokens = createTokens({ secrets: ['a secret of the tests'], provider: null });
const open = () => openShop({ wrap: (deps) => ({ ...deps, tokens }) });
type Web = ReturnType<typeof shopApp>;
type Answer = Awaited<ReturnType<Web['call']>>;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookie = (token: string) => ({ cookie: `photokiosk_guest=${token}` });

/** @returns the token of a response; undefined without one. */
function tokenOf({ headers }: Answer): string | undefined {
  const token = headers['x-user-token'];
  return token === undefined ? undefined : String(token);
}

/** A new guest with this many months of membership. @returns the guest's token. */
async function memberFor(shop: Shop, web: Web, months: number): Promise<string> {
  const placed = await web.call('mark_order_vip', { goods_id: vip.goodsId, num: months });
  await shop.pay(placed.json().order_no);
  return tokenOf(placed) ?? assert.fail('the order returned no token');
}

async function isVip(web: Web, headers: Record<string, string>): Promise<boolean> {
  const answer = await web.call('my_vip', {}, headers);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().is_vip;
}

const renewing = [
  ['my_vip', {}],
  ['my_orders', {}],
  ['mark_order_vip', { goods_id: vip.goodsId }],
] as const;

for (const [operation, parameters] of renewing) {
  for (const [sent, credential] of [
    ['header', bearer],
    ['cookie', cookie],
  ] as const) {
    test(`${operation} with a token in the ${sent} that is older than 30 days returns a new token of the same guest`, async () => {
      await using shop = await open();
      await using web = shopApp(shop);
      const first = await memberFor(shop, web, 36);
      shop.clock.advance(30 * dayMs);
      const early = await web.call(operation, parameters, credential(first));
      assert.equal(tokenOf(early), undefined);
      assert.equal(early.headers['set-cookie'], undefined);
      shop.clock.advance(6_000);
      const late = await web.call(operation, parameters, credential(first));
      assert.equal(late.statusCode, 200, late.body);
      const renewed = tokenOf(late) ?? assert.fail('the token was not renewed');
      const maxAge = new RegExp(`^photokiosk_guest=${renewed}; Path=/; Max-Age=34560000;`);
      if (sent === 'cookie') assert.match(String(late.headers['set-cookie']), maxAge);
      // The browser may have the cookie of another guest.
      else assert.equal(late.headers['set-cookie'], undefined);
      assert.equal(await isVip(web, bearer(renewed)), true);
      assert.equal(tokenOf(await web.call('my_vip', {}, bearer(renewed))), undefined);
    });
  }
}

test('a guest whose calls are 364 days apart keeps the orders, also without a membership', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  let token = tokenOf(await web.call('mark_order_vip', { goods_id: vip.goodsId })) ?? '';
  for (let year = 1; year <= 4; year++) {
    shop.clock.advance(364 * dayMs);
    const mine = await web.call('my_orders', {}, bearer(token));
    assert.equal(mine.json().orders.length, 1);
    token = tokenOf(mine) ?? assert.fail('the token was not renewed');
  }
});

test('a token is valid while the membership of its guest runs, also after a year, and is renewed', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const token = await memberFor(shop, web, 36);
  shop.clock.advance(397 * dayMs);
  for (const credential of [bearer(token), cookie(token)]) {
    const answer = await web.call('my_vip', {}, credential);
    assert.equal(answer.json().is_vip, true);
    assert.equal(await isVip(web, bearer(tokenOf(answer) ?? '')), true);
  }
  shop.clock.advance(600 * dayMs);
  assert.equal(await isVip(web, bearer(token)), true);
  // 36 months after 20 November 2026.
  shop.clock.advance(99 * dayMs);
  assertProblem(await web.call('my_vip', {}, bearer(token)), 'invalid_credential');
  assertProblem(await web.call('my_vip', {}, cookie(token)), 'unauthenticated');
});

test('a token is valid for one year if its guest is not a member, and the membership of another guest does not change this', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  await memberFor(shop, web, 36);
  const token = tokenOf(await web.call('mark_order_vip', { goods_id: vip.goodsId })) ?? '';
  shop.clock.advance(365 * dayMs);
  assertProblem(await web.call('my_vip', {}, bearer(token)), 'invalid_credential');
});

test('a token that `end_guest_tokens` has ended is refused and never renewed, also while the membership runs', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const lost = await memberFor(shop, web, 36);
  shop.clock.advance(40 * dayMs);
  const kept = tokenOf(await web.call('end_guest_tokens', {}, bearer(lost))) ?? '';
  for (const days of [0, 400]) {
    shop.clock.advance(days * dayMs);
    for (const [operation, parameters] of renewing) {
      const refused = await web.call(operation, parameters, bearer(lost));
      assertProblem(refused, 'invalid_credential');
      assert.equal(tokenOf(refused), undefined);
    }
    // A browser with the ended cookie is anonymous: its order belongs to a new guest.
    const placed = await web.call('mark_order_vip', { goods_id: vip.goodsId }, cookie(lost));
    assert.equal(await isVip(web, bearer(tokenOf(placed) ?? '')), false);
  }
  const renewed = tokenOf(await web.call('my_vip', {}, bearer(kept))) ?? assert.fail('not renewed');
  assert.match(renewed, /^g1\.\w+\.\w+\.1\./);
  assert.equal(await isVip(web, bearer(renewed)), true);
});

test('a call of a page of another site renews no cookie', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const token = await memberFor(shop, web, 1);
  shop.clock.advance(31 * dayMs);
  const answer = await web.call('my_orders', {}, { ...bearer(token), 'sec-fetch-site': 'cross-site' });
  assert.ok(tokenOf(answer) !== undefined);
  assert.equal(answer.headers['set-cookie'], undefined);
});

test('a refused call renews no token', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const token = await memberFor(shop, web, 36);
  shop.clock.advance(31 * dayMs);
  const refused = await web.call('mark_order_vip', { goods_id: 99 }, bearer(token));
  assertProblem(refused, 'invalid_parameters');
  assert.equal(tokenOf(refused), undefined);
});

test('the token of a user who called `login` is not renewed and expires after one year', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const { token, user_id: userId } = (
    await web.call('login', { provider: 'wechat', code: 'code of ada' })
  ).json();
  const placed = await web.call('mark_order_vip', { goods_id: vip.goodsId, num: 36 }, bearer(token));
  await shop.service.payOrders({
    ...{
      caller: { kind: 'user', userId },
      orderNos: [placed.json().order_no],
      provider: undefined,
      channel: undefined,
    },
    language: null,
    clientAddress: '203.0.113.7',
    requestId: shop.requestId(),
  });
  await shop.notify(shop.bank.pay(await shop.lastPaymentNo(placed.json().order_no)));
  shop.clock.advance(31 * dayMs);
  const answer = await web.call('my_vip', {}, bearer(token));
  assert.equal(answer.json().is_vip, true);
  assert.equal(tokenOf(answer), undefined);
  shop.clock.advance(334 * dayMs);
  assertProblem(await web.call('my_vip', {}, bearer(token)), 'invalid_credential');
});
