/** The purge: uploads and results go after their retention time, and never one that an order needs. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actIn, system } from '../../../src/usecases/act.ts';
import type { Store, StoreReads } from '../../../src/usecases/ports/store.ts';
import { purgeJob } from '../../../src/usecases/retention/purge-job.ts';
import { advanceOrder } from '../../../src/usecases/transitions/advance-order.ts';
import { colourise, openShop, type Shop } from '../../support/shop.ts';

/** Runs the purge once with some of the store's reads replaced. */
async function purgeWith({ deps, store, clock, log }: Shop, reads: Partial<StoreReads>): Promise<void> {
  const odd: Store = { ...store, read: { ...store.read, ...reads } };
  const now = clock.now();
  const job = await store.transaction((tx) => tx.jobs.claim(['purge_files'], now, now + 1000));
  assert.ok(job !== undefined, 'the purge is not due');
  await purgeJob.handler({ ...deps, store: odd }).run(job, { signal: new AbortController().signal, log });
}

test('the row and the file of an upload without an order are deleted after a day', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  shop.clock.advance(24 * 60 * 60_000 - 1);
  await shop.drain();
  assert.ok(shop.disk.stored.has(path));
  shop.clock.advance(60_001);
  await shop.drain();
  assert.deepEqual([...shop.disk.stored.keys()], []);
  assert.equal(await shop.store.read.uploads.byPath(path), undefined);
});

test('an upload that an order uses while the purge runs is kept', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  shop.clock.advance(24 * 60 * 60_000);
  const { uploads } = shop.store.read;
  const expired = await uploads.expired(shop.clock.now(), 10);
  // The purge has already read its list when an order on another machine uses the upload.
  await shop.store.transaction((tx) => tx.uploads.keep(path, shop.clock.now() + 60_000));
  assert.equal(expired.length, 1);
  await purgeWith(shop, { uploads: { ...uploads, expired: async () => expired } });
  assert.ok((await shop.store.read.uploads.byPath(path)) !== undefined);
});

test('the upload of a paid order is kept as long as the result', async () => {
  await using shop = await openShop();
  const path = await shop.upload();
  const { orderNo } = await shop.service.placeOrder(shop.placeCall(colourise, { path }));
  await shop.pay(orderNo);
  await shop.drain();
  shop.clock.advance(6 * 24 * 60 * 60_000);
  await shop.drain();
  assert.ok(shop.disk.stored.has(path));
  shop.clock.advance(2 * 24 * 60 * 60_000);
  await shop.drain();
  await shop.drain();
  assert.deepEqual(
    [...shop.disk.stored.keys()].filter((key) => key.startsWith('uploads/')),
    [],
  );
});

test('a new picture that replaces an expired one while the purge runs is kept', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  await shop.drain();
  const order = await shop.order(orderNo);
  const { deal } = order;
  assert.ok(deal.status === 'done' && deal.resultUntil !== null);
  shop.clock.advance(deal.resultUntil - shop.clock.now() + 1);
  const { orders } = shop.store.read;
  const expired = await orders.withExpiredResults(shop.clock.now(), 10);
  assert.deepEqual(
    expired.map(({ id }) => id),
    [order.id],
  );
  // The purge has already read its list when the new picture is stored.
  const resultUntil = shop.clock.now() + 60_000;
  await shop.store.transaction(async (tx) => {
    const held = await tx.orders.lockById(order.id);
    assert.ok(held !== undefined);
    await advanceOrder(actIn(tx, shop.deps, { actor: system, requestId: 'r' }), held, {
      type: 'result_replaced',
      at: shop.clock.now(),
      resultFile: 'results/new.jpg',
      resultUntil,
      details: order.details,
    });
  });
  await purgeWith(shop, { orders: { ...orders, withExpiredResults: async () => expired } });
  const kept = await shop.order(orderNo);
  assert.ok(kept.deal.status === 'done');
  assert.deepEqual([kept.deal.resultFile, kept.deal.resultUntil], ['results/new.jpg', resultUntil]);
});
