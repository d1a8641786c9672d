import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JobAttempt } from '../../../src/usecases/jobs/job-store.ts';
import type { MoneySlice } from '../../../src/usecases/payments/payment-store.ts';
import type { Job, NewJob } from '../../../src/usecases/ports/jobs.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newAttempt, newJob, newRefund, openShop, place, start } from './fixtures.ts';

function claim(store: Store, now = start): Promise<Job | undefined> {
  return store.transaction((tx) => tx.jobs.claim(['process_order', 'deliver_event'], now, now + 1000));
}

async function bury(store: Store, change: Partial<NewJob> = {}): Promise<Job> {
  await store.transaction((tx) => tx.jobs.enqueue(newJob(change)));
  const job = await claim(store);
  assert.ok(job !== undefined);
  await store.transaction((tx) => tx.jobs.markDead(job, 'broken'));
  return job;
}

const attempt: JobAttempt = {
  kind: 'process_order',
  key: 'A1',
  attempt: 1,
  endedAt: start,
  durationMs: 40,
  end: 'done',
  error: null,
};

export function consoleWorkContract(open: OpenTestDatabase): void {
  describe("the console's jobs", () => {
    it('a dead job comes back under its id with every attempt before it, once', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await bury(store, { key: 'k' });
      assert.equal((await store.read.jobs.byId(id))?.state, 'dead');
      assert.equal(await store.transaction((tx) => tx.jobs.retryDead(id, start + 5)), true);
      assert.equal(await store.transaction((tx) => tx.jobs.retryDead(id, start + 5)), false);
      const revived = await store.read.jobs.byId(id);
      assert.deepEqual([revived?.state, revived?.attempts, revived?.dueAt], ['ready', 0, start + 5]);
      assert.equal((await claim(store, start + 5))?.id, id);
    });

    it('a dead job gives way to an unfinished one of its name', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await bury(store, { key: 'k' });
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'k' })));
      assert.equal((await store.read.jobs.named({ kind: 'process_order', key: 'k' })).length, 2);
      assert.equal(await store.transaction((tx) => tx.jobs.retryDead(id, start)), true);
      const left = await store.read.jobs.named({ kind: 'process_order', key: 'k' });
      assert.equal(left.length, 1);
      assert.notEqual(left[0]?.id, id);
    });

    it('a waiting job is hastened, one that works is left alone, one whose lease ended counts', async () => {
      await using database = await open();
      const { store } = database;
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'k', runAt: start + 900 })));
      const [job] = await store.read.jobs.named({ kind: 'process_order', key: 'k' });
      assert.ok(job !== undefined);
      const hasten = (now: number) => store.transaction((tx) => tx.jobs.makeDue(job.id, now));
      assert.equal(await hasten(start + 10), true);
      assert.equal((await store.read.jobs.byId(job.id))?.dueAt, start + 10);
      assert.equal(await hasten(start + 20), true);
      assert.equal((await store.read.jobs.byId(job.id))?.dueAt, start + 10);
      assert.ok((await claim(store, start + 20)) !== undefined);
      assert.equal(await hasten(start + 30), false);
      assert.equal(await hasten(start + 1020), true);
    });

    it('only a dead job is removed', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await bury(store);
      assert.equal(await store.transaction((tx) => tx.jobs.removeDead(id)), true);
      assert.equal(await store.transaction((tx) => tx.jobs.removeDead(id)), false);
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'k' })));
      const [ready] = await store.read.jobs.named({ kind: 'process_order', key: 'k' });
      assert.ok(ready !== undefined);
      assert.equal(await store.transaction((tx) => tx.jobs.removeDead(ready.id)), false);
    });

    it('dead ones are listed newest first, stuck ones oldest first, and queues are counted by kind', async () => {
      await using database = await open();
      const { store } = database;
      const first = await bury(store);
      const second = await bury(store, { kind: 'deliver_event' });
      const dead = async (...of: Parameters<Store['read']['jobs']['dead']>) =>
        (await store.read.jobs.dead(...of)).map(({ id }) => id);
      assert.deepEqual(await dead(null, null, 9), [second.id, first.id]);
      assert.deepEqual(await dead(null, second.id, 9), [first.id]);
      assert.deepEqual(await dead('deliver_event', null, 9), [second.id]);
      assert.equal(await store.read.jobs.countDead(null, second.id + 1, 9), 2);
      assert.equal(await store.read.jobs.countDead(null, second.id + 1, 1), 1);
      assert.equal(await store.read.jobs.countDead(null, second.id, 9), 1);
      assert.equal(await store.read.jobs.countDead('deliver_event', second.id, 9), 0);
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'runs' })));
      await claim(store);
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'waits', runAt: start + 10 })));
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ kind: 'remove_file', runAt: start + 9_000 })));
      const stuck = async (kind: 'process_order' | null, leaseBefore: number, dueBefore: number) =>
        (await store.read.jobs.stuck(kind, { leaseBefore, dueBefore }, 9)).map(({ key }) => key);
      assert.deepEqual(await stuck(null, start + 1000, start + 10), []);
      assert.deepEqual(await stuck(null, start + 1001, start + 11), ['waits', 'runs']);
      assert.deepEqual(await stuck('process_order', start, start + 9_001), ['waits']);
      assert.deepEqual(await store.read.jobs.queuesByKind(start + 20), [
        { kind: 'process_order', ready: 1, running: 1, dead: 1, oldestDueAt: start + 10 },
        { kind: 'deliver_event', ready: 0, running: 0, dead: 1, oldestDueAt: null },
        { kind: 'remove_file', ready: 1, running: 0, dead: 0, oldestDueAt: null },
      ]);
    });
  });

  describe('records of work', () => {
    it('attempts are told by name, and times by kind, until they are purged', async () => {
      await using database = await open();
      const { store } = database;
      const failed: JobAttempt = { ...attempt, end: 'failed', error: 'e', durationMs: 5000 };
      await store.transaction(async (tx) => {
        await tx.jobs.recordAttempt({ ...attempt, endedAt: start - 9 });
        await tx.jobs.recordAttempt(failed);
        for (let at = 1; at <= 20; at += 1) {
          await tx.jobs.recordAttempt({ ...attempt, key: null, durationMs: at * 10 });
        }
        await tx.jobs.recordAttempt({ ...failed, kind: 'deliver_event' });
      });
      const name = { kind: 'process_order', key: 'A1' } as const;
      assert.deepEqual(await store.read.jobs.attempts(name), [{ ...attempt, endedAt: start - 9 }, failed]);
      assert.deepEqual(await store.read.jobs.processingTimes(start), [
        { kind: 'process_order', done: 20, failed: 1, p50Ms: 100, p95Ms: 190 },
        { kind: 'deliver_event', done: 0, failed: 1, p50Ms: null, p95Ms: null },
      ]);
      await store.transaction((tx) => tx.jobs.purgeAttempts(start));
      assert.deepEqual(await store.read.jobs.attempts(name), [failed]);
    });

    it('events to the outside stay with their order until they are purged', async () => {
      await using database = await open();
      const { store } = database;
      const { id: orderId } = await place(store, await openShop(store));
      const event = {
        eventId: 'e1',
        orderId,
        type: 'order.paid',
        body: '{}',
        createdAt: start + 1,
        deliveredAt: null,
      };
      const sooner = { ...event, eventId: 'e2', createdAt: start };
      await store.transaction(async (tx) => {
        await tx.webhooks.insert(event);
        await tx.webhooks.insert(sooner);
      });
      assert.deepEqual(await store.read.webhooks.ofOrder(orderId), [sooner, event]);
      await store.transaction((tx) => tx.webhooks.recordDelivery('e1', start + 9));
      const taken = { ...event, deliveredAt: start + 9 };
      assert.deepEqual(await store.read.webhooks.ofOrder(orderId), [sooner, taken]);
      await store.transaction((tx) => tx.webhooks.purge(start + 1));
      assert.deepEqual(await store.read.webhooks.ofOrder(orderId), [taken]);
    });

    it('a worker is one line, however often it is seen, until it is purged', async () => {
      await using database = await open();
      const { store } = database;
      const worker = { id: 'w1', host: 'h', version: '1', startedAt: start, seenAt: start };
      await store.transaction((tx) => tx.jobs.recordHeartbeat(worker));
      await store.transaction((tx) => tx.jobs.recordHeartbeat({ ...worker, seenAt: start + 5 }));
      assert.deepEqual(await store.read.jobs.workersSeen(start + 5), [{ ...worker, seenAt: start + 5 }]);
      assert.deepEqual(await store.read.jobs.workersSeen(start + 6), []);
      await store.transaction((tx) => tx.jobs.purgeWorkers(start + 6));
      assert.deepEqual(await store.read.jobs.workersSeen(start), []);
    });
  });

  describe("the console's money", () => {
    it('sums each quarter of an hour by what happened, provider and currency', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await place(store, await openShop(store));
      const quarterMs = 900_000;
      await store.transaction(async (tx) => {
        const won = { state: 'won', receivedMinor: 690, receivedAt: start + 1 } as const;
        const taken = await tx.payments.insert(newAttempt(id, won));
        const late = { state: 'surplus', receivedMinor: 700 } as const;
        await tx.payments.insert(newAttempt(id, { ...late, receivedAt: start + quarterMs - 1 }));
        const surplus = await tx.payments.insert(newAttempt(id, { ...late, receivedAt: start + 2 }));
        await tx.payments.insert(newAttempt(id, { ...late, receivedAt: start + quarterMs, currency: 'EUR' }));
        const back = { state: 'done', finishedAt: start + quarterMs } as const;
        await tx.refunds.insert(newRefund(taken, back));
        await tx.refunds.insert(newRefund(surplus, { ...back, purpose: 'surplus', amountMinor: 700 }));
        await tx.refunds.insert(newRefund(surplus, { purpose: 'surplus', state: 'failed', amountMinor: 3 }));
        await tx.payments.insert(newAttempt(id));
      });
      const slice = (what: MoneySlice['what'], quarterAt: number, amountMinor: number, count = 1) =>
        ({ what, quarterAt, provider: 'sandbox', currency: 'CNY', amountMinor, count }) as const;
      const inOrder = (slices: readonly MoneySlice[]) =>
        slices.toSorted((a, b) => a.what.localeCompare(b.what) || a.quarterAt - b.quarterAt);
      assert.deepEqual(inOrder(await store.read.payments.moneySlices(start, start + quarterMs + 1)), [
        slice('open', start, 3),
        slice('refunds', start + quarterMs, 690),
        slice('surplus', start, 1400, 2),
        { ...slice('surplus', start + quarterMs, 700), currency: 'EUR' },
        slice('surplus_returned', start + quarterMs, 700),
        slice('takings', start, 690),
      ]);
      assert.deepEqual(
        await store.read.payments.moneySlices(start + quarterMs + 1, start + 2 * quarterMs),
        [],
      );
    });

    it('an order waits for one approval at a time, and each is decided once', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const asked = {
        amountMinor: 690,
        currency: 'CNY',
        reason: 'r',
        requestedBy: 'ann',
        requestedAt: start,
      };
      const ask = () => store.transaction((tx) => tx.refunds.insertApproval({ ...asked, orderId: order.id }));
      const id = await ask();
      await assert.rejects(ask());
      const undecided = { decidedBy: null, decidedAt: null, decisionReason: null };
      const named = { id, orderId: order.id, orderNo: order.orderNo, ...asked };
      const pending = { ...named, state: 'pending', ...undecided } as const;
      assert.deepEqual(await store.read.refunds.approvalById(id), pending);
      assert.deepEqual(await store.read.refunds.pendingApproval(order.id), pending);
      assert.deepEqual(await store.read.refunds.approvals('pending', null, 9), [pending]);
      assert.deepEqual(await store.read.refunds.approvals('decided', null, 9), []);
      const decide = () =>
        store.transaction((tx) => tx.refunds.decideApproval(id, 'rejected', 'bob', start + 1, 'no'));
      assert.equal(await decide(), true);
      assert.equal(await decide(), false);
      assert.equal(await store.read.refunds.pendingApproval(order.id), undefined);
      const [decided] = await store.read.refunds.approvals('decided', null, 9);
      assert.deepEqual(
        [decided?.state, decided?.decidedBy, decided?.decisionReason],
        ['rejected', 'bob', 'no'],
      );
      assert.notEqual(await ask(), id);
    });

    it('nobody confirms a refund that they asked for', async () => {
      await using database = await open();
      const { store } = database;
      const { id: orderId } = await place(store, await openShop(store));
      const asked = { amountMinor: 1, currency: 'CNY', reason: 'r', requestedBy: 'ann', requestedAt: start };
      const id = await store.transaction((tx) => tx.refunds.insertApproval({ ...asked, orderId }));
      await assert.rejects(
        store.transaction((tx) => tx.refunds.decideApproval(id, 'confirmed', 'ann', start, null)),
      );
    });

    it("a payment's and a refund's notifies come oldest first", async () => {
      await using database = await open();
      const { store } = database;
      const notify = {
        provider: 'sandbox',
        paymentNo: 'P1',
        refundNo: null,
        verdict: 'paid',
        receivedMinor: 5,
        currency: 'EUR',
      };
      const late = { ...notify, eventId: 'a', receivedAt: start + 1 };
      const early = { ...notify, eventId: 'b', receivedAt: start };
      const back = { ...early, eventId: 'c', paymentNo: null, refundNo: 'R1' };
      await store.transaction(async (tx) => {
        for (const record of [late, early, back]) await tx.payments.recordNotification(record);
      });
      assert.deepEqual(await store.read.payments.notifications('P1'), [early, late]);
      assert.deepEqual(await store.read.refunds.notifications('R1'), [back]);
    });
  });
}
