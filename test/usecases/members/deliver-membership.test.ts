/** Memberships: one grant for each paid order, added up, and revoked by a refund. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDateTime } from '../../../src/domain/zoned-time.ts';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, assertSound, openShop, operator, type Shop } from '../../support/shop.ts';

async function until(shop: Shop, caller: Caller): Promise<string | null> {
  const { memberUntil } = await shop.service.myVip(caller);
  return memberUntil === null ? null : formatDateTime(memberUntil, shop.deps.settings.zone);
}

async function guestOf(shop: Shop, orderNo: string): Promise<Caller> {
  return { kind: 'guest', userId: (await shop.order(orderNo)).userId };
}

test('paying for a membership grants its calendar months at once and finishes the order', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip(3);
  await shop.pay(orderNo);
  assert.equal(await shop.state(orderNo), 'pay/done');
  const caller = await guestOf(shop, orderNo);
  assert.equal(await until(shop, caller), '2027-02-20 20:00:00');
  assert.equal((await shop.service.myVip(caller)).active, true);
  const view = await shop.service.fetchOrder(anonymous, orderNo);
  assert.equal(view.resultUrl, null);
  await assertSound(shop);
});

test('concurrent notifications of one payment grant the months once', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip();
  await shop.startPayment(orderNo);
  const notification = shop.bank.pay(await shop.lastPaymentNo(orderNo));
  await Promise.all([shop.notify(notification), shop.notify(notification), shop.drain()]);
  await shop.settle();
  assert.equal((await shop.store.read.members.grantsOf((await shop.order(orderNo)).userId)).length, 1);
  await assertSound(shop);
});

test('months of several orders add up, and a refund revokes only the months of its order', async () => {
  await using shop = await openShop();
  const first = await shop.placeVip(1);
  await shop.pay(first);
  const caller = await guestOf(shop, first);
  const second = await shop.placeVip(6, caller);
  await shop.pay(second);
  shop.clock.advance(6_000);
  const third = await shop.placeVip(2, caller);
  await shop.pay(third);
  assert.equal(await until(shop, caller), '2027-08-20 20:00:00');
  await shop.service.refundOrder(operator, second, null, 'r');
  assert.equal(await until(shop, caller), '2027-02-20 20:00:00');
  await shop.drain();
  assert.equal(await shop.state(second), 'refund/done');
  for (const orderNo of [first, third]) {
    await shop.service.refundOrder(operator, orderNo, null, 'r');
  }
  assert.equal(await until(shop, caller), null);
  assert.equal((await shop.service.myVip(caller)).active, false);
  await shop.drain();
  await assertSound(shop);
});

test('a customer cannot refund a paid membership', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip();
  await shop.pay(orderNo);
  await assert.rejects(shop.service.refundOrder(anonymous, orderNo, null, 'r'), code('illegal_transition'));
});

test('a failed refund leaves the months of its order revoked', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip();
  await shop.pay(orderNo);
  shop.bank.refundPlan = 'failed';
  await shop.service.refundOrder(operator, orderNo, null, 'r');
  await shop.drain();
  assert.equal(await until(shop, await guestOf(shop, orderNo)), null);
  await assertSound(shop);
});

test('two orders that one user pays at the same moment grant the months of both', async () => {
  await using shop = await openShop();
  const first = await shop.placeVip(1);
  const caller = await guestOf(shop, first);
  const second = await shop.placeVip(2, caller);
  await Promise.all([shop.pay(first), shop.pay(second)]);
  assert.equal(await until(shop, caller), '2027-02-20 20:00:00');
  await assertSound(shop);
});

test('my_vip is refused for an anonymous caller and my_orders for an operator; a guest who does not exist has no active membership', async () => {
  await using shop = await openShop();
  await assert.rejects(shop.service.myVip(anonymous), code('unauthenticated'));
  await assert.rejects(shop.service.myOrders(operator, null, 10), code('unauthenticated'));
  assert.deepEqual(await shop.service.myVip({ kind: 'guest', userId: 99 }), {
    memberUntil: null,
    active: false,
  });
});

test('the webhook event membership.extended contains the end of the membership', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip();
  await shop.pay(orderNo);
  await shop.drain();
  assert.deepEqual(
    shop.delivered.map(({ type }) => type),
    ['order.created', 'order.paid', 'order.processing', 'order.done', 'membership.extended'],
  );
  const data = shop.delivered.at(-1)?.data as Record<string, unknown>;
  assert.equal(data.member_until, '2026-12-20 20:00:00');
});
