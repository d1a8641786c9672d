/** Refunds with several tries: reports about an earlier try arrive while a later one is under way. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deps } from '../../../src/usecases/deps.ts';
import { retryJob } from '../../../src/usecases/jobs/retry-job.ts';
import { retryOrder } from '../../../src/usecases/orders/retry-order.ts';
import type { RefundReport } from '../../../src/usecases/ports/payment-provider.ts';
import { rejectRefund } from '../../../src/usecases/refunds/refund-approvals.ts';
import { settleRefund } from '../../../src/usecases/refunds/settle-refund.ts';
import { consoleDeps, operatorOf, provenNow } from '../../support/console-fixture.ts';
import { notifyOf } from '../../support/fake-provider.ts';
import { assertSound, openShop, operator, type Shop } from '../../support/shop.ts';

/** A refund that was done, failed afterwards, and is requested again. `late` reports the success of the first try. */
async function retriedAfterBounce(shop: Shop) {
  const { orderNo, refundNo } = await shop.pendingRefund();
  const late = shop.bank.finishRefund(refundNo, 'done');
  await shop.drain();
  shop.clock.advance(60_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/init');
  await shop.notify(shop.bank.bounceRefund(refundNo));
  await shop.drain();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'failed');
  await shop.refund(orderNo, operator);
  return { orderNo, refundNo, late };
}

async function ofType(shop: Shop, orderNo: string, type: string): Promise<number> {
  return (await shop.events(orderNo)).filter((event) => event === type).length;
}

test('a late report that an earlier try of a refund succeeded does not end the try that is under way', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo, late } = await retriedAfterBounce(shop);
  await shop.drain();
  await shop.notify(late);
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'pending');
  await shop.drain();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'pending');
  shop.bank.finishRefund(refundNo, 'done');
  await shop.settle();
  assert.equal(await shop.state(orderNo), 'refund/init');
  assert.equal(await ofType(shop, orderNo, 'refund_done'), 2);
  await assertSound(shop);
});

test('a late report that an earlier try succeeded does not stop a retry that has not begun', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo, late } = await retriedAfterBounce(shop);
  await shop.notify(late);
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'requested');
  await shop.drain();
  assert.equal(shop.bank.refunds.get(refundNo)?.report.state, 'pending');
  await assertSound(shop);
});

test('a late report of success about a failed refund is verified, and the failure is not reported twice', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  const late = shop.bank.finishRefund(refundNo, 'done');
  await shop.settle();
  await shop.notify(shop.bank.bounceRefund(refundNo));
  await shop.drain();
  const requests = shop.bank.calls.filter((name) => name === 'refund').length;
  await shop.notify(late);
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'pending');
  await shop.drain();
  const [refund] = await shop.refunds(orderNo);
  assert.deepEqual([refund?.state, refund?.failureCode], ['failed', 'insufficient_balance']);
  assert.equal(await ofType(shop, orderNo, 'refund_failed'), 1);
  assert.equal(shop.delivered.filter(({ type }) => type === 'refund.failed').length, 1);
  assert.equal(shop.bank.calls.filter((name) => name === 'refund').length, requests);
  await assertSound(shop);
});

test('a doubted refund is not confirmed by a late report of its first success', async () => {
  await using shop = await openShop();
  const { orderNo, refundNo } = await shop.pendingRefund();
  const late = shop.bank.finishRefund(refundNo, 'done');
  await shop.settle();
  await shop.notify(shop.bank.bounceRefund(refundNo));
  await shop.notify(late);
  await shop.drain();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'failed');
  await assertSound(shop);
});

test('a query that does not know a failed refund does not make the service request it again', async () => {
  const hiding = (deps: Deps): Deps => {
    const queryRefund = async () => ({ state: 'unknown' }) as const;
    return { ...deps, providers: deps.providers.map((provider) => ({ ...provider, queryRefund })) };
  };
  await using shop = await openShop({ wrap: hiding });
  const orderNo = await shop.paidColourise();
  shop.bank.refundPlan = 'failed';
  await shop.refund(orderNo);
  await shop.drain();
  const [{ refundNo } = assert.fail()] = await shop.refunds(orderNo);
  const requests = () => shop.bank.calls.filter((name) => name === 'refund').length;
  const before = requests();
  const report = { state: 'done', providerRefundId: `bank-${refundNo}` } as const;
  await shop.notify(notifyOf({ kind: 'refund', eventId: 'late', refundNo, report }));
  for (let hour = 0; hour < 36; hour++) {
    shop.clock.advance(60 * 60_000);
    await shop.drain();
  }
  const [refund] = await shop.refunds(orderNo);
  assert.deepEqual([refund?.state, refund?.failureCode], ['failed', 'insufficient_balance']);
  assert.equal(await ofType(shop, orderNo, 'refund_failed'), 1);
  assert.equal(requests(), before);
});

test('a refund that is retried while its job has not ended fails once, although a query still shows the try before', async () => {
  const stale: RefundReport = {
    ...{ state: 'failed', code: 'provider_refused', reason: 'the try before' },
    providerRefundId: null,
  };
  let staleUntil = 0;
  const lagging = (deps: Deps): Deps => ({
    ...deps,
    providers: deps.providers.map((provider) => ({
      ...provider,
      queryRefund: async (refund) =>
        deps.clock.now() < staleUntil ? stale : await provider.queryRefund(refund),
    })),
  });
  await using shop = await openShop({ wrap: lagging, settings: { refundApprovalAboveMinor: 0 } });
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.paidColourise();
  shop.bank.mode = 'down';
  await shop.refund(orderNo);
  for (let hour = 0; hour < 48; hour++) {
    shop.clock.advance(60 * 60_000);
    await shop.drain();
  }
  shop.bank.mode = 'up';
  shop.bank.refundPlan = 'pending';
  const anna = provenNow(operatorOf('support', 'anna'), shop);
  const bo = provenNow(operatorOf('support', 'bo'), shop);
  const [{ refundNo } = assert.fail()] = await shop.refunds(orderNo);
  await settleRefund(deps, anna, orderNo, { refundNo, reason: 'Paid in cash.' });
  const [job] = await shop.store.read.jobs.named({ kind: 'refund_payment', key: refundNo });
  assert.equal(job?.state, 'dead');
  await retryJob(deps, anna, job.id);
  const { id } = await shop.order(orderNo);
  const approval = (await shop.store.read.refunds.pendingApproval(id)) ?? assert.fail('no approval');
  await rejectRefund(deps, bo, approval.id, 'There was no cash.');
  await retryOrder(deps, anna, orderNo);
  staleUntil = shop.clock.now() + 5 * 60_000;
  await shop.drain();
  shop.clock.advance(60_000);
  await shop.drain();
  await shop.notify(notifyOf({ kind: 'refund', eventId: 'late', refundNo, report: stale }));
  await shop.drain();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'pending');
  assert.equal(await ofType(shop, orderNo, 'refund_failed'), 1);
});
