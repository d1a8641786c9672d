/** Reports that arrive while the job of a refund waits for the provider's answer, which is then out of date. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSound, openShop, type Shop } from '../../support/shop.ts';

/** Runs the due job of the refund, and calls `meanwhile` between the provider's answer and the commit. */
async function runJob(shop: Shop, meanwhile: () => Promise<unknown>): Promise<void> {
  const { transaction } = shop.store;
  const now = shop.clock.now();
  const job = await transaction((tx) => tx.jobs.claim(['refund_payment'], now, now + 60_000));
  assert.ok(job !== undefined);
  const handler = shop.handlers.find(({ kind }) => kind === 'refund_payment') ?? assert.fail();
  const verdict = await handler.run(job, { signal: new AbortController().signal, log: shop.log });
  assert.ok(verdict.kind === 'done' && verdict.commit !== undefined);
  await meanwhile();
  const { commit } = verdict;
  await assert.rejects(
    transaction((tx) => commit(tx)),
    /must be queried again/,
  );
  await transaction((tx) => tx.jobs.release(job, now, { error: 'queried again', counted: true }));
}

test('a failure that is reported while a query returns the success before it is not lost', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  shop.bank.finishRefund(refundNo, 'done');
  shop.clock.advance(60_000);
  await runJob(shop, () => shop.notify(shop.bank.bounceRefund(refundNo)));
  await shop.settle();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'failed');
  await assertSound(shop);
});

test('a success and a failure that are reported while a query returns the success are not lost', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  const done = shop.bank.finishRefund(refundNo, 'done');
  shop.clock.advance(60_000);
  await runJob(shop, async () => {
    await shop.notify(done);
    await shop.notify(shop.bank.bounceRefund(refundNo));
  });
  await shop.settle();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'failed');
  await assertSound(shop);
});
