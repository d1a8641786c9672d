/** Order calls that are repeated with their idempotency key after the state of the caller or of the shop has changed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code } from '../../support/app-error.ts';
import { colourise, openShop } from '../../support/shop.ts';

const idempotency = { key: 'a-key-of-enough-length', client: '192.0.2.1', bodyHash: 'h1' };

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
