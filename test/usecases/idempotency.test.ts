/** Idempotency keys of calls that are not one transaction. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code } from '../support/app-error.ts';
import { anonymous, openShop, type Shop } from '../support/shop.ts';

const key = { key: 'a-key-of-enough-length', bodyHash: 'h' };
const begin = (shop: Shop, bodyHash = 'h', operation = 'ext_upload') =>
  shop.service.beginIdempotent(anonymous, operation, { ...key, bodyHash });

test('the first call is told so, one that comes meanwhile waits, a later one gets the answer', async () => {
  await using shop = await openShop();
  const starts = await Promise.allSettled([begin(shop), begin(shop)]);
  assert.deepEqual(starts[0], { status: 'fulfilled', value: { kind: 'first' } });
  assert.ok(starts[1].status === 'rejected' && code('request_in_flight')(starts[1].reason));
  await shop.service.endIdempotent(anonymous, 'ext_upload', key, '{"path":"p"}');
  assert.deepEqual(await begin(shop), { kind: 'replay', answer: '{"path":"p"}' });
  await assert.rejects(begin(shop, 'other'), code('idempotency_key_reused'));
  assert.deepEqual(await begin(shop, 'h', 'pay_order'), { kind: 'first' });
});

test('the key of a call that failed may be used again at once', async () => {
  await using shop = await openShop();
  await begin(shop);
  await shop.service.abandonIdempotent(anonymous, 'ext_upload', key);
  assert.deepEqual(await begin(shop, 'another body'), { kind: 'first' });
});

test('the key of a call that died may be used again after two minutes, by one', async () => {
  await using shop = await openShop();
  await begin(shop);
  shop.clock.advance(120_001);
  const starts = await Promise.allSettled([begin(shop), begin(shop)]);
  assert.deepEqual(
    starts.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
});

test('an answer is kept for a day', async () => {
  await using shop = await openShop();
  await begin(shop);
  await shop.service.endIdempotent(anonymous, 'ext_upload', key, 'answer');
  shop.clock.advance(24 * 60 * 60_000);
  await shop.drain();
  assert.equal((await begin(shop)).kind, 'replay');
  shop.clock.advance(60_001);
  await shop.drain();
  assert.equal((await begin(shop)).kind, 'first');
});

test('a weak key of a nameless caller is refused', async () => {
  await using shop = await openShop();
  const weak = { key: 'x', bodyHash: 'h' };
  await assert.rejects(
    shop.service.beginIdempotent(anonymous, 'ext_upload', weak),
    code('invalid_parameters', '/Idempotency-Key'),
  );
});
