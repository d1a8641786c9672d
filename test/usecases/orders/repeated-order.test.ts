/** Order calls that are repeated with their idempotency key after the state of the caller or of the shop has changed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../src/usecases/callers/caller.ts';
import type { PlaceOrderCall } from '../../../src/usecases/service.ts';
import { code } from '../../support/app-error.ts';
import { colourise, openShop, type Shop, source, vip } from '../../support/shop.ts';

const idempotency = { key: 'a-key-of-enough-length', client: '192.0.2.1', bodyHash: 'h1' };

const vipCall = (shop: Shop): PlaceOrderCall => ({ ...shop.placeCall(vip, { num: 1 }), idempotency });

async function guestOf(shop: Shop, orderNo: string): Promise<Caller> {
  return { kind: 'guest', userId: (await shop.order(orderNo)).userId };
}

test('while the queue is full, a repeated order for a picture gets the stored response, and the key with another body is refused', async () => {
  await using shop = await openShop({ settings: { queueLengthMax: 1 } });
  const call = { ...shop.placeCall(colourise, { path: await shop.upload() }), idempotency };
  const first = await shop.service.placeOrder(call);
  await shop.pay(first.orderNo);
  // The service counts the queue at most once per second.
  shop.clock.advance(1001);
  assert.deepEqual(await shop.service.placeOrder(call), { ...first, replayed: true });
  const otherBody = { ...call, idempotency: { ...idempotency, bodyHash: 'h2' } };
  await assert.rejects(shop.service.placeOrder(otherBody), code('idempotency_key_reused'));
  const otherKey = { ...call, idempotency: { ...idempotency, key: 'another-key-of-enough-length' } };
  await assert.rejects(shop.service.placeOrder(otherKey), code('unavailable'));
});

test('a repeated call with the token of the guest whom the first call created gets the stored response', async () => {
  await using shop = await openShop();
  const call = vipCall(shop);
  const first = await shop.service.placeOrder(call);
  const again = await shop.service.placeOrder({ ...call, caller: await guestOf(shop, first.orderNo) });
  assert.deepEqual(again, { orderNo: first.orderNo, guestToken: null, replayed: true });
  assert.equal((await shop.audit()).orders, 1);
});

test('a repeated call with the token of the new guest and another body is refused', async () => {
  await using shop = await openShop();
  const call = vipCall(shop);
  const caller = await guestOf(shop, (await shop.service.placeOrder(call)).orderNo);
  const changed = { ...call, caller, idempotency: { ...idempotency, bodyHash: 'h2' } };
  await assert.rejects(shop.service.placeOrder(changed), code('idempotency_key_reused'));
});

test('the stored response of an anonymous call is not returned to another guest, to a user or to another client', async () => {
  await using shop = await openShop();
  const call = vipCall(shop);
  const first = await shop.service.placeOrder(call);
  const caller = await guestOf(shop, first.orderNo);
  const others: PlaceOrderCall[] = [
    { ...call, caller: await guestOf(shop, await shop.placeVip(2)) },
    { ...call, caller: await shop.service.identify({ bearer: 'subject alice' }, source) },
    { ...call, caller, idempotency: { ...idempotency, client: '192.0.2.2' } },
  ];
  for (const other of others) {
    const { orderNo, replayed } = await shop.service.placeOrder(other);
    assert.notEqual(orderNo, first.orderNo);
    assert.equal(replayed, false);
  }
});
