/** Idempotency keys of calls that need more than one transaction, for example uploads. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IdempotencyClaim } from '../../../src/usecases/callers/idempotency-store.ts';
import { code } from '../../support/app-error.ts';
import { anonymous, openShop, type Shop } from '../../support/shop.ts';

const key = { key: 'a-key-of-enough-length', client: '192.0.2.1', bodyHash: 'h' };
const begin = (shop: Shop, bodyHash = 'h', operation = 'ext_upload') =>
  shop.service.beginIdempotent(anonymous, operation, { ...key, bodyHash });

async function first(...given: Parameters<typeof begin>): Promise<IdempotencyClaim> {
  const start = await begin(...given);
  assert.ok(start.kind === 'first');
  return start.claim;
}

test('a repeated call is refused while the first one runs, and later gets the stored response', async () => {
  await using shop = await openShop();
  const starts = await Promise.allSettled([begin(shop), begin(shop)]);
  assert.ok(starts[0].status === 'fulfilled' && starts[0].value.kind === 'first');
  assert.ok(starts[1].status === 'rejected' && code('request_in_flight')(starts[1].reason));
  await shop.service.endIdempotent(starts[0].value.claim, '{"path":"p"}');
  assert.deepEqual(await begin(shop), { kind: 'replay', answer: '{"path":"p"}' });
});

test('an idempotency key is refused with another body, and the same key can be used for another operation', async () => {
  await using shop = await openShop();
  await shop.service.endIdempotent(await first(shop), '{"path":"p"}');
  await assert.rejects(begin(shop, 'other'), code('idempotency_key_reused'));
  await first(shop, 'h', 'pay_order');
});

test('the key of a failed call can be used again at once, with another body', async () => {
  await using shop = await openShop();
  await shop.service.abandonIdempotent(await first(shop));
  await first(shop, 'another body');
});

test('two minutes after the start of a call that never ends, exactly one later call takes over its key', async () => {
  await using shop = await openShop();
  await begin(shop);
  shop.clock.advance(120_001);
  const starts = await Promise.allSettled([begin(shop), begin(shop)]);
  assert.deepEqual(
    starts.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
});

test('a call whose key a later call has taken over cannot release the key or store a response', async () => {
  await using shop = await openShop();
  const slow = await first(shop);
  shop.clock.advance(120_001);
  const later = await first(shop);
  await shop.service.abandonIdempotent(slow);
  await shop.service.endIdempotent(slow, 'the slow one');
  await assert.rejects(begin(shop), code('request_in_flight'));
  await shop.service.endIdempotent(later, 'the later one');
  await shop.service.abandonIdempotent(slow);
  assert.deepEqual(await begin(shop), { kind: 'replay', answer: 'the later one' });
});

test('a stored response is kept for a day', async () => {
  await using shop = await openShop();
  await shop.service.endIdempotent(await first(shop), 'answer');
  shop.clock.advance(24 * 60 * 60_000);
  await shop.drain();
  assert.equal((await begin(shop)).kind, 'replay');
  shop.clock.advance(60_001);
  await shop.drain();
  assert.equal((await begin(shop)).kind, 'first');
});

test('a short idempotency key of an anonymous caller is refused', async () => {
  await using shop = await openShop();
  const short = { key: 'x', client: '192.0.2.1', bodyHash: 'h' };
  await assert.rejects(
    shop.service.beginIdempotent(anonymous, 'ext_upload', short),
    code('invalid_parameters', '/Idempotency-Key'),
  );
});
