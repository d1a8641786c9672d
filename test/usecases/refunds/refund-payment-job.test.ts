/** Refunds at a provider that accepts and does not show them, or does not answer. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deps } from '../../../src/usecases/deps.ts';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { enterProviderGate, providerJobsAtOnceMax } from '../../../src/usecases/provider-gate.ts';
import { anonymous, assertSound, openShop, type Shop } from '../../support/shop.ts';

const hourMs = 60 * 60_000;

/** A provider that accepts refunds and answers every query about a refund that it does not know the refund. */
function hidingRefunds(deps: Deps): Deps {
  const providers = deps.providers.map((provider) => ({
    ...provider,
    queryRefund: async () => ({ state: 'unknown' }) as const,
  }));
  return { ...deps, providers };
}

async function passHours(shop: Shop, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    shop.clock.advance(hourMs);
    await shop.drain();
  }
}

test('a refund that the provider accepts and never shows fails after about a day, and is no longer requested', async () => {
  await using shop = await openShop({ wrap: hidingRefunds });
  const { orderNo, refundNo } = await shop.pendingRefund();
  await passHours(shop, 12);
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'pending');
  await passHours(shop, 24);
  const [refund] = await shop.refunds(orderNo);
  assert.deepEqual([refund?.state, refund?.failureCode], ['failed', 'provider_unreachable']);
  assert.match(refund?.lastError ?? '', /accepted the refund/);
  const { order } = await shop.service.fetchOrder(anonymous, orderNo);
  assert.equal(order.money.status, 'wait_refund');
  assert.equal(shop.delivered.filter(({ type }) => type === 'refund.failed').length, 1);
  const requests = shop.bank.calls.filter((name) => name === 'refund').length;
  assert.ok(requests <= 21, `${requests} requests`);
  await passHours(shop, 24);
  assert.equal(shop.bank.calls.filter((name) => name === 'refund').length, requests);
  assert.deepEqual([...shop.bank.refunds.keys()], [refundNo]);
});

test('a refund that failed because the provider never showed it is done when the provider reports it later', async () => {
  await using shop = await openShop({ wrap: hidingRefunds });
  const { orderNo, refundNo } = await shop.pendingRefund();
  await passHours(shop, 36);
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'failed');
  await shop.notify(shop.bank.finishRefund(refundNo, 'done'));
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('a retried refund that the provider does not show has a day again', async () => {
  await using shop = await openShop({ wrap: hidingRefunds });
  const { orderNo } = await shop.pendingRefund();
  await passHours(shop, 36);
  await shop.refund(orderNo);
  await passHours(shop, 12);
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'pending');
  await passHours(shop, 24);
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'failed');
});

test('a refund that waits because other calls to the provider have not ended keeps its failed attempts', async () => {
  const wrap = (deps: Deps): Deps => {
    const refund = async () => {
      throw new ProviderUnreachable('no answer');
    };
    return { ...deps, providers: deps.providers.map((provider) => ({ ...provider, refund })) };
  };
  await using shop = await openShop({ wrap });
  const orderNo = await shop.paidColourise();
  await shop.refund(orderNo);
  await shop.drain();
  const [refund] = await shop.refunds(orderNo);
  const job = async () => {
    const [found] = await shop.store.read.jobs.named({ kind: 'refund_payment', key: refund?.refundNo ?? '' });
    return { attempts: found?.attempts, lastError: found?.lastError };
  };
  const failed = await job();
  assert.equal(failed.attempts, 1);
  assert.match(failed.lastError ?? '', /no answer/);
  const [provider] = shop.deps.providers;
  assert.ok(provider !== undefined);
  const calls = Array.from({ length: providerJobsAtOnceMax }, () =>
    enterProviderGate(provider, shop.clock.now()),
  );
  shop.clock.advance(5_000);
  await shop.drain();
  assert.deepEqual(await job(), failed);
  for (const call of calls) if (call.kind === 'entered') call.leave();
  shop.clock.advance(5_000);
  await shop.drain();
  assert.equal((await job()).attempts, 2);
});
