/**
 * Erasures during other calls, on a real PostgreSQL server. The tests are skipped without a server. SQLite has only one
 * writer.
 */

import assert from 'node:assert/strict';
import { eraseUser } from '../../../src/usecases/retention/erase-customer.ts';
import { forgetAgain } from '../../../src/usecases/retention/forget-again.ts';
import { code } from '../../support/app-error.ts';
import { concurrencyTests, repeat, withPart } from '../../support/concurrent-work.ts';
import { colourise, operator } from '../../support/shop.ts';

const { testConcurrency, callWaits } = await concurrencyTests();

testConcurrency(
  'an order that is placed during the erasure of its customer prevents the erasure',
  async (shop) => {
    const first = await shop.placeVip(1);
    await shop.service.cancelOrder(operator, first, 'r');
    const { userId } = await shop.order(first);
    await shop.drain();
    let second: string | undefined;
    const deps = withPart(shop, 'members', (tx) => ({
      async lockUser(id) {
        second ??= await shop.placeVip(1, { kind: 'guest', userId });
        return tx.members.lockUser(id);
      },
    }));
    await assert.rejects(eraseUser(deps, operator, userId), /it waits for payment/);
    assert.equal((await shop.order(second ?? '')).userId, userId);
    await shop.service.cancelOrder(operator, second ?? '', 'r');
  },
);

testConcurrency('an order for a photo that an erasure is removing is refused', async (shop) => {
  const call = shop.placeCall(colourise, { path: await shop.upload() });
  const first = (await shop.service.placeOrder(call)).orderNo;
  await shop.pay(first);
  await shop.drain();
  let placing: Promise<unknown> | undefined;
  const deps = withPart(shop, 'erasures', (tx) => ({
    async eraseTexts(orderId) {
      // The erasure has found no unfinished order of the photo and has deleted the photo, but has not committed yet.
      placing = assert.rejects(shop.service.placeOrder(call), code('upload_expired'));
      await Promise.race([placing, callWaits()]);
      await tx.erasures.eraseTexts(orderId);
    },
  }));
  await eraseUser(deps, operator, (await shop.order(first)).userId);
  await placing;
});

testConcurrency('processes that start together after a restore apply each tombstone once', async (shop) => {
  const orderNo = await shop.placeVip(1);
  await shop.service.cancelOrder(operator, orderNo, 'r');
  await shop.drain();
  const { id, createdAt, userId } = await shop.order(orderNo);
  for (const orders of [[{ id, createdAt }], []]) {
    const tombstone = Buffer.from(shop.deps.random.bytes(16)).toString('hex');
    const facts = { tombstone, kind: 'user', userId, userCreatedAt: createdAt, orders, erasedAt: createdAt };
    const file = await shop.deps.scratch.write(JSON.stringify(facts));
    await shop.deps.files.put(`erasures/${tombstone}.json`, file, 'application/json');
    const runs = await Promise.all(repeat(3, () => forgetAgain(shop.deps)).map((start) => start()));
    assert.equal(
      runs.reduce((sum, { applied }) => sum + applied, 0),
      1,
    );
  }
});
