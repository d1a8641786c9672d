/**
 * Concurrent calls on a real PostgreSQL server, where several transactions run at the same time and read each
 * other's commits. The tests are skipped without a server. SQLite has only one writer.
 */

import assert from 'node:assert/strict';
import { numberAtProvider } from '../../src/domain/payment-state.ts';
import type { Caller } from '../../src/usecases/callers/caller.ts';
import { createService } from '../../src/usecases/create-service.ts';
import type { Deps } from '../../src/usecases/deps.ts';
import { reconcileMovement } from '../../src/usecases/differences/write-difference.ts';
import type { Job } from '../../src/usecases/ports/jobs.ts';
import { newPaymentNo } from '../../src/usecases/public-ids.ts';
import { resolveDifference } from '../../src/usecases/reconciliation/resolve-difference.ts';
import { purgeJob } from '../../src/usecases/retention/purge-job.ts';
import { code } from '../support/app-error.ts';
import { concurrencyTests, repeat, together, withPart } from '../support/concurrent-work.ts';
import { notifyOf } from '../support/fake-provider.ts';
import { anonymous, colourise, operator, vip } from '../support/shop.ts';

const { testConcurrency } = await concurrencyTests();

testConcurrency('concurrent calls with one idempotency key place one order', async (shop) => {
  const idempotency = { key: shop.requestId().padEnd(20, 'k'), client: '192.0.2.1', bodyHash: 'h' };
  const call = { ...shop.placeCall(colourise, { path: await shop.upload() }), idempotency };
  const answers = await Promise.all(repeat(6, () => shop.service.placeOrder(call)).map((start) => start()));
  assert.equal(new Set(answers.map((answer) => JSON.stringify({ ...answer, replayed: false }))).size, 1);
});

testConcurrency('concurrent equal calls without a key place one order', async (shop) => {
  const call = shop.placeCall(colourise, { path: await shop.upload() });
  const answers = await Promise.all(repeat(6, () => shop.service.placeOrder(call)).map((start) => start()));
  assert.equal(new Set(answers.map(({ orderNo }) => orderNo)).size, 1);
});

testConcurrency('concurrent taps on “Pay” open one payment', async (shop) => {
  const orderNo = await shop.placeColourise();
  await together(repeat(5, () => shop.startPayment(orderNo)));
  assert.equal((await shop.attempts(orderNo)).length, 1);
});

testConcurrency('at most one payment wins if two are paid during a cancellation', async (shop) => {
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await shop.startPayment(orderNo, 'sandbox', 'app');
  shop.clock.advance(10_000);
  const notifications = await Promise.all(
    [0, 1].map(async (index) => {
      const paymentNo = await shop.paymentNo(orderNo, index);
      const first = shop.bank.pay(paymentNo);
      const report = shop.bank.payments.get(paymentNo)?.report ?? assert.fail();
      const eventId = `again-${paymentNo}`;
      return [first, first, notifyOf({ kind: 'payment', eventId, paymentNo, report })];
    }),
  );
  await together([
    ...notifications.flat().map((notification) => () => shop.notify(notification)),
    () => shop.service.cancelOrder(anonymous, orderNo, 'r'),
    () => shop.newWorker().drain(),
  ]);
  const won = (await shop.attempts(orderNo)).filter(({ state }) => state === 'won');
  assert.ok(won.length <= 1);
});

testConcurrency('membership orders that one user pays at the same moment are all granted', async (shop) => {
  const first = await shop.placeVip(1);
  const caller: Caller = { kind: 'guest', userId: (await shop.order(first)).userId };
  const orders = [first];
  for (const num of [2, 3, 4]) {
    orders.push((await shop.service.placeOrder({ ...shop.placeCall(vip, { num }), caller })).orderNo);
  }
  for (const orderNo of orders) await shop.startPayment(orderNo);
  const notifications = await Promise.all(
    orders.map(async (orderNo) => shop.bank.pay(await shop.lastPaymentNo(orderNo))),
  );
  await together([
    ...notifications.map((notification) => () => shop.notify(notification)),
    () => shop.service.refundOrder(operator, first, null, 'r'),
  ]);
  const grants = await shop.store.read.members.grantsOf(caller.userId);
  assert.equal(grants.length, 4);
  const months = grants.reduce((sum, grant) => sum + (grant.revokedAt === null ? grant.months : 0), 0);
  const { memberUntil } = await shop.service.myVip(caller);
  const averageMonthMs = 30.4 * 24 * 60 * 60_000;
  const until = ((memberUntil ?? 0) - shop.clock.now()) / averageMonthMs;
  assert.equal(Math.round(until), months);
});

testConcurrency(
  'an order that is refunded while workers run ends with its picture or its refund',
  async (shop) => {
    const orderNo = await shop.placeColourise();
    await shop.pay(orderNo);
    await together([
      ...repeat(2, () => shop.service.refundOrder(anonymous, orderNo, null, 'r')),
      ...repeat(2, () => shop.newWorker().drain()),
      () => shop.service.refundOrder(operator, orderNo, null, 'r'),
    ]);
    await shop.drain();
    assert.match(await shop.state(orderNo), /^(pay\/done|refund\/(init|done|fail))$/);
  },
);

testConcurrency(
  'a refund that fails while it is retried and its job ends is done or failed, and never stays pending',
  async (shop) => {
    const orderNo = await shop.placeColourise();
    await shop.pay(orderNo);
    shop.bank.refundPlan = 'pending';
    await shop.service.refundOrder(operator, orderNo, null, 'r');
    await shop.drain();
    const [{ refundNo } = assert.fail()] = await shop.refunds(orderNo);
    const failed = shop.bank.finishRefund(refundNo, 'failed');
    shop.bank.refundPlan = 'done';
    shop.clock.advance(60_000);
    await together([
      () => shop.notify(failed),
      ...repeat(2, () => shop.newWorker().drain()),
      ...repeat(3, () => shop.service.refundOrder(operator, orderNo, null, 'r')),
    ]);
    await shop.settle();
    const { money } = await shop.order(orderNo);
    const [refund] = await shop.refunds(orderNo);
    assert.ok(money.status === 'refund' || refund?.state === 'failed', `${money.status}, ${refund?.state}`);
  },
);

testConcurrency(
  'an expired order that is paid and cancelled at the same moment ends either finished or cancelled',
  async (shop) => {
    const orderNo = await shop.placeColourise();
    await shop.startPayment(orderNo);
    shop.clock.advance(31 * 60_000);
    const notification = shop.bank.pay(await shop.lastPaymentNo(orderNo));
    await together([
      () => shop.notify(notification),
      () => shop.service.cancelOrder(anonymous, orderNo, 'r'),
      ...repeat(2, () => shop.newWorker().drain()),
    ]);
    await shop.settle();
    assert.match(await shop.state(orderNo), /^(pay\/done|cancal\/init)$/);
  },
);

async function purgeUploads(deps: Deps): Promise<void> {
  const context = { signal: new AbortController().signal, log: deps.log };
  const job = { key: 'schedule', payload: {} } as Job;
  await purgeJob.handler(deps).run(job, context);
}

testConcurrency('an upload that is ordered during the purge is kept', async (shop) => {
  const path = await shop.upload();
  shop.clock.advance(shop.deps.settings.uploadKeptMs - 1);
  const place = () => shop.service.placeOrder(shop.placeCall(colourise, { path }));
  let placed: Promise<{ readonly orderNo: string }> | undefined;
  const deps = withPart(shop, 'uploads', (tx) => ({
    async deleteExpired(purged, now) {
      if (purged === path) {
        shop.clock.advance(-1);
        placed = place();
        await placed;
      }
      return tx.uploads.deleteExpired(purged, now);
    },
  }));
  shop.clock.advance(1);
  await purgeUploads(deps);
  assert.ok(placed !== undefined, 'the purge did not reach the upload');
  const { orderNo } = await placed;
  await shop.pay(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
});

testConcurrency('an order whose upload is purged at the same moment is refused', async (shop) => {
  const path = await shop.upload();
  shop.clock.advance(shop.deps.settings.uploadKeptMs - 1);
  const deps = withPart(shop, 'uploads', (tx) => ({
    async keep(kept, until) {
      shop.clock.advance(1);
      await purgeUploads(shop.deps);
      return tx.uploads.keep(kept, until);
    },
  }));
  const call = shop.placeCall(colourise, { path });
  await assert.rejects(createService(deps).placeOrder(call), code('upload_expired'));
});

testConcurrency(
  'a difference that an operator resolves during its comparison sends one event',
  async (shop) => {
    const number = newPaymentNo(0, shop.deps.random);
    const movement = { provider: 'sandbox', kind: 'payment', number, day: 1 } as const;
    const billed = { providerRef: 'b', billedMinor: 1, billedCurrency: 'CNY', billedState: 'done' } as const;
    const own = { paymentNo: null, orderId: null, ownMinor: null, ownCurrency: null, ownState: null };
    const unresolved = { resolution: null, resolvedAt: null, resolvedBy: null, reason: null };
    const id = await shop.store.transaction((tx) =>
      tx.reconciliation.insertDifference({
        ...{ ...movement, ...billed, ...own, ...unresolved },
        ...{ type: 'unknown_to_us', remedy: 'look', foundAt: 1, remediedAt: null, remediedBy: null },
      }),
    );
    const deps = withPart(shop, 'reconciliation', (tx) => ({
      async saveDifference(difference) {
        await resolveDifference(shop.deps, operator, id, 'r');
        return tx.reconciliation.saveDifference(difference);
      },
    }));
    // No bill has a row about the payment any more, so the comparison tries to resolve the difference.
    await reconcileMovement(deps, { ...movement, isBillComplete: false }, null);
    await shop.drain();
    const sent = shop.delivered.filter((event) => JSON.stringify(event).includes(number));
    assert.deepEqual(
      sent.map((event) => JSON.stringify(event).includes('"resolution":"operator"')),
      [true],
    );
  },
);

testConcurrency(
  'joint payments that share orders, their notifications and a cancellation keep the money of each order once',
  async (shop) => {
    const [a, b, c] = [await shop.placeColourise(), await shop.placeVip(), await shop.placeVip()];
    await together([
      () => shop.startJointPayment([a, b, c]),
      () => shop.startJointPayment([c, b, a]),
      () => shop.startJointPayment([c, a], 'sandbox', 'app'),
      () => shop.startPayment(b, 'sandbox', 'app'),
    ]);
    shop.clock.advance(10_000);
    const numbers = new Set(
      (await Promise.all([a, b, c].map((orderNo) => shop.attempts(orderNo)))).flat().map(numberAtProvider),
    );
    assert.equal(numbers.size, 3);
    const notifications = [...numbers].map((number) => shop.bank.pay(number));
    await together([
      ...[...notifications, ...notifications].map((notification) => () => shop.notify(notification)),
      () => shop.service.cancelOrder(anonymous, c, 'r'),
      () => shop.newWorker().drain(),
    ]);
    for (const orderNo of [a, b, c]) {
      const won = (await shop.attempts(orderNo)).filter(({ state }) => state === 'won');
      assert.ok(won.length <= 1);
    }
  },
);
