/** Memberships: given once per paid order, stacked, and taken back with the money. */

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

test('a paid membership is given at once, by calendar months, and is done', async () => {
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

test('a membership is given once, however often its payment is told', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip();
  await shop.startPayment(orderNo);
  const notify = shop.bank.pay(await shop.lastPaymentNo(orderNo));
  await Promise.all([shop.notify(notify), shop.notify(notify), shop.drain()]);
  await shop.settle();
  assert.equal((await shop.store.read.members.grantsOf((await shop.order(orderNo)).userId)).length, 1);
  await assertSound(shop);
});

test('months add up, and a refund in the middle takes its own back and no others', async () => {
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

test('a customer cannot have the months and the money: only the operator refunds a membership', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip();
  await shop.pay(orderNo);
  await assert.rejects(shop.service.refundOrder(anonymous, orderNo, null, 'r'), code('illegal_transition'));
});

test('a membership whose refund fails stays withdrawn: the money is owed, not the months', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip();
  await shop.pay(orderNo);
  shop.bank.refundPlan = 'failed';
  await shop.service.refundOrder(operator, orderNo, null, 'r');
  await shop.drain();
  assert.equal(await until(shop, await guestOf(shop, orderNo)), null);
  await assertSound(shop);
});

test('two orders of one user paid at the same moment give both their months', async () => {
  await using shop = await openShop();
  const first = await shop.placeVip(1);
  const caller = await guestOf(shop, first);
  const second = await shop.placeVip(2, caller);
  await Promise.all([shop.pay(first), shop.pay(second)]);
  assert.equal(await until(shop, caller), '2027-02-20 20:00:00');
  await assertSound(shop);
});

test('an unknown caller has no membership to ask for', async () => {
  await using shop = await openShop();
  await assert.rejects(shop.service.myVip(anonymous), code('unauthenticated'));
  await assert.rejects(shop.service.myOrders(operator, null, 10), code('unauthenticated'));
  assert.deepEqual(await shop.service.myVip({ kind: 'guest', userId: 99 }), {
    memberUntil: null,
    active: false,
  });
});

test('the operator’s systems hear until when', async () => {
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
