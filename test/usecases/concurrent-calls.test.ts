/**
 * What races on several connections: the use cases on a real PostgreSQL server, where transactions run at the
 * same time and see one another's commits. Skipped where there is none; SQLite has one writer and no races.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AppError } from '../../src/domain/errors.ts';
import type { Caller } from '../../src/usecases/callers/caller.ts';
import { createService } from '../../src/usecases/create-service.ts';
import type { Deps } from '../../src/usecases/deps.ts';
import type { Job } from '../../src/usecases/ports/jobs.ts';
import type { StoreTransaction } from '../../src/usecases/ports/store.ts';
import { purgeJob } from '../../src/usecases/retention/purge-job.ts';
import { code } from '../support/app-error.ts';
import { postgresDatabases } from '../support/databases.ts';
import { notifyOf } from '../support/fake-provider.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { anonymous, assertSound, colourise, openShop, operator, type Shop, vip } from '../support/shop.ts';

const rounds = Number(process.env.RACE_ROUNDS ?? 6);

/** Starts all in one turn; what a caller may be refused is no fault. */
async function together(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const ends = await Promise.allSettled(work.map((start) => start()));
  for (const end of ends) {
    if (end.status === 'rejected' && !(end.reason instanceof AppError)) throw end.reason;
  }
}

function repeat<T>(count: number, work: () => Promise<T>): (() => Promise<T>)[] {
  return Array.from({ length: count }, () => work);
}

const server = await startPostgres();
const databases = server === undefined ? undefined : postgresDatabases(server);
after(async () => {
  await databases?.remove();
  await server?.stop();
});

function race(name: string, run: (shop: Shop) => Promise<void>): void {
  test(`on PostgreSQL: ${name}`, async (context) => {
    if (databases === undefined) {
      // In CI a test that quietly did not run would look like one that passed.
      if (process.env.CI === 'true') throw new Error(howToGetPostgres);
      return context.skip(howToGetPostgres);
    }
    await using shop = await openShop({ open: databases.open });
    await shop.drain();
    for (let round = 0; round < rounds; round++) await run(shop);
    await shop.settle();
    await assertSound(shop);
    const errors = shop.log.lines.filter(({ level }) => level === 'error');
    assert.deepEqual(errors, []);
  });
}

race('one key that comes from everywhere at once makes one order', async (shop) => {
  const idempotency = { key: shop.requestId().padEnd(20, 'k'), bodyHash: 'h' };
  const call = { ...shop.placeCall(colourise, { path: await shop.upload() }), idempotency };
  const answers = await Promise.all(repeat(6, () => shop.service.placeOrder(call)).map((start) => start()));
  assert.equal(new Set(answers.map((answer) => JSON.stringify({ ...answer, replayed: false }))).size, 1);
});

race('a tap that is doubled on several machines is one order', async (shop) => {
  const call = shop.placeCall(colourise, { path: await shop.upload() });
  const answers = await Promise.all(repeat(6, () => shop.service.placeOrder(call)).map((start) => start()));
  assert.equal(new Set(answers.map(({ orderNo }) => orderNo)).size, 1);
});

race('many taps on “pay” open one payment', async (shop) => {
  const orderNo = await shop.placeColourise();
  await together(repeat(5, () => shop.startPayment(orderNo)));
  assert.equal((await shop.attempts(orderNo)).length, 1);
});

race('two payments, their repeats, a cancellation and the look-ups: one is kept at most', async (shop) => {
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await shop.startPayment(orderNo, 'sandbox', 'app');
  shop.clock.advance(10_000);
  const notifies = await Promise.all(
    [0, 1].map(async (index) => {
      const paymentNo = await shop.paymentNo(orderNo, index);
      const first = shop.bank.pay(paymentNo);
      const report = shop.bank.payments.get(paymentNo)?.report ?? assert.fail();
      const eventId = `again-${paymentNo}`;
      return [first, first, notifyOf({ kind: 'payment', eventId, paymentNo, report })];
    }),
  );
  await together([
    ...notifies.flat().map((notify) => () => shop.notify(notify)),
    () => shop.service.cancelOrder(anonymous, orderNo, 'r'),
    () => shop.newWorker().drain(),
  ]);
  const won = (await shop.attempts(orderNo)).filter(({ state }) => state === 'won');
  assert.ok(won.length <= 1);
});

race('memberships of one user that are paid at once all count', async (shop) => {
  const first = await shop.placeVip(1);
  const caller: Caller = { kind: 'guest', userId: (await shop.order(first)).userId };
  const orders = [first];
  for (const num of [2, 3, 4]) {
    orders.push((await shop.service.placeOrder({ ...shop.placeCall(vip, { num }), caller })).orderNo);
  }
  for (const orderNo of orders) await shop.startPayment(orderNo);
  const notifies = await Promise.all(
    orders.map(async (orderNo) => shop.bank.pay(await shop.lastPaymentNo(orderNo))),
  );
  await together([
    ...notifies.map((notify) => () => shop.notify(notify)),
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

race('refunds, workers and the picture at the same moment: the goods or the money', async (shop) => {
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await together([
    ...repeat(2, () => shop.service.refundOrder(anonymous, orderNo, null, 'r')),
    ...repeat(2, () => shop.newWorker().drain()),
    () => shop.service.refundOrder(operator, orderNo, null, 'r'),
  ]);
  await shop.drain();
  assert.match(await shop.state(orderNo), /^(pay\/done|refund\/(init|done|fail))$/);
});

race(
  'a refund that fails, its notify, a request to retry and the job that ends: it is not forgotten',
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

race('expiry, payment and cancellation at the same moment', async (shop) => {
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  shop.clock.advance(31 * 60_000);
  const notify = shop.bank.pay(await shop.lastPaymentNo(orderNo));
  await together([
    () => shop.notify(notify),
    () => shop.service.cancelOrder(anonymous, orderNo, 'r'),
    ...repeat(2, () => shop.newWorker().drain()),
  ]);
  await shop.settle();
  assert.match(await shop.state(orderNo), /^(pay\/done|cancal\/init)$/);
});

/** The same shop, in which something else happens just before one call of a transaction's uploads. */
function interrupted(
  shop: Shop,
  change: (tx: StoreTransaction) => Partial<StoreTransaction['uploads']>,
): Deps {
  const { store } = shop;
  return {
    ...shop.deps,
    store: {
      ...store,
      transaction: (work) =>
        store.transaction((tx) => {
          const uploads = { ...tx.uploads, ...change(tx) };
          return work(
            new Proxy(tx, {
              get: (target, name) => (name === 'uploads' ? uploads : Reflect.get(target, name)),
            }),
          );
        }),
    },
  };
}

async function sweepUploads(deps: Deps): Promise<void> {
  const context = { signal: new AbortController().signal, log: deps.log };
  const job = { key: 'schedule', payload: {} } as Job;
  await purgeJob.handler(deps).run(job, context);
}

race('an upload that is ordered while it is swept stays', async (shop) => {
  const path = await shop.upload();
  shop.clock.advance(shop.deps.settings.uploadKeptMs - 1);
  const place = () => shop.service.placeOrder(shop.placeCall(colourise, { path }));
  let placed: Promise<{ readonly orderNo: string }> | undefined;
  const deps = interrupted(shop, (tx) => ({
    async deleteExpired(swept, now) {
      if (swept === path) {
        shop.clock.advance(-1);
        placed = place();
        await placed;
      }
      return tx.uploads.deleteExpired(swept, now);
    },
  }));
  shop.clock.advance(1);
  await sweepUploads(deps);
  assert.ok(placed !== undefined, 'it was swept');
  const { orderNo } = await placed;
  await shop.pay(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
});

race('an upload that is swept while it is ordered is not sold', async (shop) => {
  const path = await shop.upload();
  shop.clock.advance(shop.deps.settings.uploadKeptMs - 1);
  const deps = interrupted(shop, (tx) => ({
    async keep(kept, until) {
      shop.clock.advance(1);
      await sweepUploads(shop.deps);
      return tx.uploads.keep(kept, until);
    },
  }));
  const call = shop.placeCall(colourise, { path });
  await assert.rejects(createService(deps).placeOrder(call), code('upload_expired'));
});
