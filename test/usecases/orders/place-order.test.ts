/** Placing orders: the price, the upload, idempotency keys, duplicate orders, guests and the full queue. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '../../../src/domain/errors.ts';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import type { PlaceOrderCall } from '../../../src/usecases/service.ts';
import { code } from '../../support/app-error.ts';
import {
  anonymous,
  colourise,
  idPhoto,
  openShop,
  operator,
  type Shop,
  source,
  vip,
} from '../../support/shop.ts';

async function colouriseCall(shop: Shop, changes: Partial<PlaceOrderCall> = {}): Promise<PlaceOrderCall> {
  return { ...shop.placeCall(colourise, { path: await shop.upload() }), ...changes };
}

test('a new order is unpaid and unprocessed, has the good’s price, and expires after 30 minutes', async () => {
  await using shop = await openShop();
  const { orderNo, guestToken } = await shop.service.placeOrder(
    await colouriseCall(shop, { fromUserId: 77 }),
  );
  const order = await shop.order(orderNo);
  assert.equal(guestToken, `guest ${order.userId}`);
  assert.deepEqual(order.money, { status: 'wait_pay' });
  assert.deepEqual(order.deal, { status: 'init' });
  assert.equal(order.priceMinor, 990);
  assert.equal(order.currency, 'CNY');
  assert.equal(order.fromUserId, 77);
  assert.equal(order.ownedBy, 'guest');
  assert.equal(order.createdAt, shop.clock.now());
  assert.equal(order.expiresAt, shop.clock.now() + 30 * 60_000);
  assert.deepEqual(await shop.events(orderNo), ['created']);
});

test('a later change of the catalogue leaves the price of an order as it is', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip(3);
  shop.sql('update goods set price_minor = 1 where id = ?', vip.goodsId);
  assert.equal((await shop.order(orderNo)).priceMinor, 3 * 1990);
  assert.equal((await shop.order(await shop.placeVip(3))).priceMinor, 3);
});

test('a member pays the member price until the membership ends, and other customers pay the full price', async () => {
  await using shop = await openShop();
  const first = await shop.service.placeOrder(shop.placeCall(vip, { num: 1 }));
  await shop.pay(first.orderNo);
  const member: Caller = { kind: 'guest', userId: (await shop.order(first.orderNo)).userId };
  const path = await shop.upload();
  const cheap = await shop.service.placeOrder({ ...shop.placeCall(colourise, { path }), caller: member });
  assert.equal((await shop.order(cheap.orderNo)).priceMinor, 490);
  assert.equal((await shop.order(await shop.placeColourise())).priceMinor, 990);
  shop.clock.advance(32 * 24 * 60 * 60_000);
  const later = await shop.service.placeOrder({
    ...shop.placeCall(idPhoto, { path: await shop.upload(), color: 'red' }),
    caller: member,
  });
  assert.equal((await shop.order(later.orderNo)).priceMinor, 690);
});

test('an unknown good and a good of another order operation are refused with the pointer /goods_id', async () => {
  await using shop = await openShop();
  const call = await colouriseCall(shop);
  await assert.rejects(
    shop.service.placeOrder({ ...call, goodsId: 99 }),
    code('invalid_parameters', '/goods_id'),
  );
  await assert.rejects(
    shop.service.placeOrder({ ...call, goodsId: vip.goodsId }),
    code('invalid_parameters', '/goods_id'),
  );
});

test('another user’s upload is refused like an unknown path, and its owner can order with it', async () => {
  await using shop = await openShop();
  const alice = await shop.service.identify({ bearer: 'subject alice' }, source);
  const bob = await shop.service.identify({ bearer: 'subject bob' }, source);
  const path = await shop.upload(alice);
  const call = shop.placeCall(colourise, { path });
  const messages = new Set<string>();
  for (const wrong of [
    { ...call, caller: bob },
    { ...call, caller: anonymous },
    { ...call, caller: operator },
    { ...call, details: { path: 'uploads/unknown.jpg' } },
  ]) {
    await assert.rejects(shop.service.placeOrder(wrong), (error: Error) => {
      messages.add(error.message);
      return code('invalid_parameters', '/path')(error);
    });
  }
  assert.equal(messages.size, 1);
  const { orderNo, guestToken } = await shop.service.placeOrder({ ...call, caller: alice });
  assert.equal(guestToken, null);
  assert.equal((await shop.order(orderNo)).ownedBy, 'user');
  await assert.rejects(shop.service.fetchOrder(bob, orderNo), code('unknown_order'));
  await assert.rejects(shop.service.fetchOrder(anonymous, orderNo), code('unknown_order'));
  assert.equal((await shop.service.fetchOrder(operator, orderNo)).order.orderNo, orderNo);
});

test('an order with an expired upload is refused with upload_expired', async () => {
  await using shop = await openShop();
  const call = await colouriseCall(shop);
  shop.clock.advance(24 * 60 * 60_000);
  await assert.rejects(shop.service.placeOrder(call), code('upload_expired'));
});

test('an upload that expires before its order is paid is kept for the order', async () => {
  await using shop = await openShop();
  const call = await colouriseCall(shop);
  shop.clock.advance(24 * 60 * 60_000 - 1);
  const { orderNo } = await shop.service.placeOrder(call);
  shop.clock.advance(29 * 60_000);
  await shop.drain();
  await shop.pay(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
});

test('a repeated call with the same idempotency key and body gets the stored response with the guest token', async () => {
  await using shop = await openShop();
  const idempotency = { key: 'a-key-of-enough-length', client: '192.0.2.1', bodyHash: 'h1' };
  const call = await colouriseCall(shop, { idempotency });
  const first = await shop.service.placeOrder(call);
  shop.clock.advance(23 * 60 * 60_000);
  const again = await shop.service.placeOrder({ ...call, requestId: 'later' });
  assert.deepEqual(again, { ...first, replayed: true });
  assert.equal((await shop.audit()).orders, 1);
});

test('an idempotency key with another body is refused, and another caller can use the same key', async () => {
  await using shop = await openShop();
  const idempotency = { key: 'a-key-of-enough-length', client: '192.0.2.1', bodyHash: 'h1' };
  const call = await colouriseCall(shop, { idempotency });
  const first = await shop.service.placeOrder(call);
  await assert.rejects(
    shop.service.placeOrder({ ...call, idempotency: { ...idempotency, bodyHash: 'h2' } }),
    code('idempotency_key_reused'),
  );
  const alice = await shop.service.identify({ bearer: 'subject alice' }, source);
  const other = await shop.service.placeOrder({ ...call, caller: alice });
  assert.notEqual(other.orderNo, first.orderNo);
});

test('a short idempotency key is refused from an anonymous caller and accepted from a user; a key of 256 characters is refused', async () => {
  await using shop = await openShop();
  const call = await colouriseCall(shop, {
    idempotency: { key: 'short', client: '192.0.2.1', bodyHash: 'h' },
  });
  await assert.rejects(shop.service.placeOrder(call), code('invalid_parameters', '/Idempotency-Key'));
  const alice = await shop.service.identify({ bearer: 'subject alice' }, source);
  await shop.service.placeOrder({ ...call, caller: alice });
  const long = { key: 'k'.repeat(256), client: '192.0.2.1', bodyHash: 'h' };
  await assert.rejects(
    shop.service.placeOrder({ ...call, caller: alice, idempotency: long }),
    code('invalid_parameters', '/Idempotency-Key'),
  );
});

test('concurrent calls with one idempotency key place one order', async () => {
  await using shop = await openShop();
  const call = await colouriseCall(shop, {
    idempotency: { key: 'a-key-of-enough-length', client: '192.0.2.1', bodyHash: 'h' },
  });
  const answers = await Promise.all(Array.from({ length: 8 }, () => shop.service.placeOrder(call)));
  assert.equal(new Set(answers.map(({ orderNo }) => orderNo)).size, 1);
  assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
  assert.equal((await shop.audit()).orders, 1);
});

test('an equal order within 5 seconds is a duplicate; a later or different one is a new order', async () => {
  await using shop = await openShop();
  const call = await colouriseCall(shop);
  const [first, duplicate] = await Promise.all([
    shop.service.placeOrder(call),
    shop.service.placeOrder(call),
  ]);
  assert.equal(first.orderNo, duplicate.orderNo);
  shop.clock.advance(1000);
  assert.equal((await shop.service.placeOrder(call)).orderNo, first.orderNo);
  const other = await shop.service.placeOrder({ ...call, details: { path: await shop.upload() } });
  assert.notEqual(other.orderNo, first.orderNo);
  shop.clock.advance(5001);
  assert.notEqual((await shop.service.placeOrder(call)).orderNo, first.orderNo);
});

test('an equal order after the first one is paid is a new order', async () => {
  await using shop = await openShop();
  const call = await colouriseCall(shop);
  const { orderNo } = await shop.service.placeOrder(call);
  await shop.pay(orderNo);
  assert.notEqual((await shop.service.placeOrder(call)).orderNo, orderNo);
});

test('two guests who order the same membership at the same moment get two orders', async () => {
  await using shop = await openShop();
  const call = shop.placeCall(vip, { num: 1 });
  const [one, two] = await Promise.all([shop.service.placeOrder(call), shop.service.placeOrder(call)]);
  assert.notEqual(one.orderNo, two.orderNo);
  assert.notEqual(one.guestToken, two.guestToken);
});

test('a guest who orders with the token stays the same user and gets no new token', async () => {
  await using shop = await openShop();
  const first = await shop.service.placeOrder(await colouriseCall(shop));
  const guest = await shop.service.identify({ bearer: first.guestToken ?? '' }, source);
  shop.clock.advance(10_000);
  const second = await shop.service.placeOrder(await colouriseCall(shop, { caller: guest }));
  assert.equal(second.guestToken, null);
  assert.equal((await shop.order(second.orderNo)).userId, (await shop.order(first.orderNo)).userId);
  const mine = await shop.service.myOrders(guest, null, 10);
  assert.deepEqual(
    mine.map(({ order }) => order.orderNo),
    [second.orderNo, first.orderNo],
  );
  const older = await shop.service.myOrders(guest, mine[0]?.order.id ?? 0, 10);
  assert.deepEqual(
    older.map(({ order }) => order.orderNo),
    [first.orderNo],
  );
});

test('an order with the token of an unknown guest creates a new guest', async () => {
  await using shop = await openShop();
  const caller: Caller = { kind: 'guest', userId: 4711 };
  const { guestToken } = await shop.service.placeOrder(await colouriseCall(shop, { caller }));
  assert.notEqual(guestToken, null);
});

test('while the queue is full, orders for pictures are refused and orders for memberships are accepted', async () => {
  await using shop = await openShop({ settings: { queueLengthMax: 1 } });
  await shop.pay(await shop.placeColourise());
  // The service counts the queue at most once per second.
  shop.clock.advance(1001);
  await assert.rejects(shop.service.placeOrder(await colouriseCall(shop)), (error: AppError) => {
    assert.equal(error.retryAfterS, 60);
    return code('unavailable')(error);
  });
  await shop.placeVip();
  await shop.drain();
  shop.clock.advance(1001);
  await shop.placeColourise();
});

test('a refused order leaves no gap in the ids of orders and users', async () => {
  await using shop = await openShop();
  const call = await colouriseCall(shop);
  await assert.rejects(shop.service.placeOrder({ ...call, goodsId: 99 }));
  const first = await shop.order((await shop.service.placeOrder(call)).orderNo);
  await assert.rejects(shop.service.placeOrder({ ...call, details: { path: 'uploads/nothing.jpg' } }));
  const second = await shop.order(await shop.placeVip());
  assert.equal(second.id, first.id + 1);
  assert.equal(second.userId, first.userId + 1);
});

test('a new order causes the webhook event order.created', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.drain();
  assert.deepEqual(shop.delivered, [
    {
      type: 'order.created',
      timestamp: new Date(shop.clock.now()).toISOString(),
      data: {
        order_no: orderNo,
        order_version: 1,
        user_id: 1,
        goods_id: 1,
        funct_name: 'mark_order_zhaopianshangse',
        price: 990,
        currency: 'CNY',
        status: 'wait_pay',
        deal_status: 'init',
        create_time: '2026-11-20 20:00:00',
      },
    },
  ]);
});

test('an enlargement of a photo with too many pixels is refused before the payment, and its restoration alone is not', async () => {
  await using shop = await openShop();
  shop.sql("update goods set on_shelf = 1 where funct_name = 'mark_order_photo_restore'");
  const goods = await shop.service.listGoods();
  const found = goods.find(({ functName }) => functName === 'mark_order_photo_restore');
  assert.ok(found !== undefined);
  const good = { functName: found.functName, goodsId: found.id };
  const path = await shop.upload();
  shop.sql('update uploads set width_px = 2000, height_px = 1101');
  const place = (enlarge: number) =>
    shop.service.placeOrder(shop.placeCall(good, { path, colour: 0, enlarge }));
  await assert.rejects(place(1), code('invalid_parameters', '/enlarge'));
  const { orderNo } = await place(0);
  assert.equal((await shop.order(orderNo)).priceMinor, found.priceMinor);
});
