/** The job queue. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Job, NewJob } from '../../../src/usecases/ports/jobs.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newJob, openShop, place, start } from './fixtures.ts';

const kinds: readonly string[] = ['process_order', 'refund_payment'];

function enqueue(store: Store, ...jobs: readonly Partial<NewJob>[]): Promise<void> {
  return store.transaction(async (tx) => {
    for (const job of jobs) await tx.jobs.enqueue(newJob(job));
  });
}

function claim(store: Store, now: number = start, leaseMs = 1000): Promise<Job | undefined> {
  return store.transaction((tx) => tx.jobs.claim(kinds, now, now + leaseMs));
}

async function mustClaim(store: Store, now: number = start): Promise<Job> {
  const job = await claim(store, now);
  assert.ok(job !== undefined);
  return job;
}

export function jobContract(open: OpenTestDatabase): void {
  describe('the job queue', () => {
    it('a claimed job has the fields that were enqueued, and one attempt', async () => {
      await using database = await open({ clock: { now: () => start + 7 } });
      const { store } = database;
      await enqueue(store, { key: 'k', payload: { a: 'x', b: 1, c: true, d: null }, requestId: 'q' });
      const { id, token, ...job } = await mustClaim(store);
      assert.ok(id > 0 && token !== '');
      assert.deepEqual(job, {
        ...newJob({ key: 'k', payload: { a: 'x', b: 1, c: true, d: null }, requestId: 'q' }),
        attempts: 1,
        lostLeases: 0,
        createdAt: start + 7,
        lastError: null,
      });
    });

    it('jobs are claimed by priority, then due time, then age, and never before their due time', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(
        store,
        { key: 'd', runAt: start + 1 },
        { key: 'c' },
        { key: 'e', runAt: start + 1 },
        { key: 'b', priority: 5, runAt: start + 1 },
        { key: 'a', priority: 5 },
        { key: 'z', priority: 9, runAt: start + 2 },
      );
      const keys: (string | null | undefined)[] = [];
      for (let count = 0; count < 6; count += 1) keys.push((await claim(store, start + 1))?.key);
      assert.deepEqual(keys, ['a', 'b', 'c', 'd', 'e', undefined]);
    });

    it('a claim returns only jobs of the given kinds', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(store, { kind: 'deliver_event' });
      assert.equal(await claim(store), undefined);
      assert.equal(await store.transaction((tx) => tx.jobs.claim([], start, start + 1)), undefined);
      const job = await store.transaction((tx) => tx.jobs.claim(['deliver_event'], start, start + 1));
      assert.equal(job?.kind, 'deliver_event');
    });

    it('a key has at most one unfinished job of each kind; jobs without a key have no limit', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(store, { key: 'k' }, { key: 'k' }, { key: 'k', kind: 'refund_payment' }, {}, {});
      const figures = () => store.read.jobs.queueFigures(start);
      assert.equal((await figures()).ready, 4);
      await mustClaim(store);
      await enqueue(store, { key: 'k' }, { key: 'k', kind: 'refund_payment' });
      const { ready, running } = await figures();
      assert.deepEqual({ ready, running }, { ready: 3, running: 1 });
    });

    it('the key of a completed job can be used again', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(store, { key: 'k' });
      const job = await mustClaim(store);
      assert.equal(await store.transaction((tx) => tx.jobs.complete(job)), true);
      assert.equal(await store.transaction((tx) => tx.jobs.complete(job)), false);
      await enqueue(store, { key: 'k' });
      assert.equal((await mustClaim(store)).key, 'k');
    });

    it('a job with an expired lease is claimed again, and calls with the old token change nothing', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(store, {});
      const lost = await mustClaim(store);
      assert.equal(await claim(store, start + 999), undefined);
      const second = await mustClaim(store, start + 1000);
      assert.equal(second.id, lost.id);
      assert.deepEqual([second.attempts, second.lostLeases], [1, 1]);
      assert.notEqual(second.token, lost.token);
      await store.transaction(async (tx) => {
        assert.equal(await tx.jobs.extendLease(lost, start + 9000), false);
        assert.equal(await tx.jobs.complete(lost), false);
        assert.equal(await tx.jobs.release(lost, start, { error: 'e', counted: true }), false);
        assert.equal(await tx.jobs.markDead(lost, 'e'), false);
        assert.equal(await tx.jobs.extendLease(second, start + 9000), true);
      });
      assert.equal(await claim(store, start + 8999), undefined);
      const third = await mustClaim(store, start + 9000);
      assert.deepEqual([third.attempts, third.lostLeases], [1, 2]);
    });

    it('after expireLeases, every running job is due at once and gets a new token when it is claimed', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(store, { key: 'lost' });
      const lost = await mustClaim(store);
      await enqueue(store, { key: 'waits', runAt: start + 5000 });
      assert.equal(await store.transaction((tx) => tx.jobs.expireLeases(start + 10)), 1);
      const again = await mustClaim(store, start + 10);
      assert.deepEqual([again.key, again.attempts, again.lostLeases], ['lost', 1, 1]);
      assert.equal(await store.transaction((tx) => tx.jobs.complete(lost)), false);
      assert.equal(await claim(store, start + 1009), undefined);
    });

    it('a released job waits until its new due time, and the attempt is counted only if the release requests it', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(store, {});
      const first = await mustClaim(store);
      await store.transaction((tx) => tx.jobs.release(first, start + 50, { error: 'boom', counted: true }));
      assert.equal(await claim(store, start + 49), undefined);
      const second = await mustClaim(store, start + 50);
      assert.deepEqual([second.attempts, second.lastError, second.runAt], [2, 'boom', start + 50]);
      await store.transaction((tx) =>
        tx.jobs.release(second, start + 60, { error: 'stopped', counted: false }),
      );
      assert.equal((await mustClaim(store, start + 60)).attempts, 2);
      assert.equal(await store.transaction((tx) => tx.jobs.complete(second)), false);
    });

    it('a job that is released for its next planned run has no attempts, no lost leases and no last error', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(store, {});
      const failed = await mustClaim(store);
      await store.transaction((tx) => tx.jobs.release(failed, start, { error: 'boom', counted: true }));
      await mustClaim(store);
      const looked = await mustClaim(store, start + 1000);
      assert.deepEqual([looked.attempts, looked.lostLeases], [2, 1]);
      const planned = { error: null, counted: false, isPlanned: true };
      await store.transaction((tx) => tx.jobs.release(looked, start, planned));
      const next = await mustClaim(store);
      assert.deepEqual([next.attempts, next.lostLeases, next.lastError], [1, 0, null]);
    });

    it('a job that is released because it waits or the service stops keeps its lost leases', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(store, {});
      await mustClaim(store);
      const waits = await mustClaim(store, start + 1000);
      assert.equal(waits.lostLeases, 1);
      await store.transaction((tx) => tx.jobs.release(waits, start, { error: null, counted: false }));
      const next = await mustClaim(store);
      assert.deepEqual([next.attempts, next.lostLeases], [1, 1]);
    });

    it('a dead job is never claimed, is counted in the figures, and its key can be used again', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(store, { key: 'k' });
      const job = await mustClaim(store);
      assert.equal(await store.transaction((tx) => tx.jobs.markDead(job, 'gave up')), true);
      assert.equal(await claim(store, start + 1e9), undefined);
      assert.equal((await store.read.jobs.queueFigures(start)).dead, 1);
      await enqueue(store, { key: 'k' });
      assert.equal((await store.read.jobs.queueFigures(start)).ready, 1);
    });

    it('a cancellation by kind and key removes a waiting job and no running job', async () => {
      await using database = await open();
      const { store } = database;
      await enqueue(store, { key: 'a' }, { key: 'b' });
      const running = await mustClaim(store);
      assert.equal(running.key, 'a');
      await store.transaction(async (tx) => {
        for (const key of ['a', 'b', 'none']) await tx.jobs.cancel('process_order', key);
      });
      const { ready, running: runningCount } = await store.read.jobs.queueFigures(start);
      assert.deepEqual([ready, runningCount], [0, 1]);
    });

    it('nextDueAt returns the earliest time at which a job of the given kinds is due or its lease ends', async () => {
      await using database = await open();
      const { store } = database;
      const next = () => store.transaction((tx) => tx.jobs.nextDueAt(kinds));
      assert.equal(await next(), undefined);
      await enqueue(store, { runAt: start + 5000 }, { kind: 'deliver_event', runAt: start });
      assert.equal(await next(), start + 5000);
      await enqueue(store, { kind: 'refund_payment', runAt: start });
      assert.equal(await next(), start);
      const job = await mustClaim(store);
      assert.equal(await next(), start + 1000);
      await store.transaction((tx) => tx.jobs.markDead(job, 'e'));
      assert.equal(await next(), start + 5000);
    });

    it('a worker that is limited to some operations claims only the jobs of their orders', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const idPhoto = await place(store, shop);
      const colourised = await place(store, shop, { functName: 'mark_order_zhaopianshangse' });
      await enqueue(
        store,
        { key: idPhoto.orderNo, priority: 5, runAt: start },
        { key: colourised.orderNo, runAt: start + 10 },
        { key: 'no order', priority: 9, runAt: start },
      );
      const operations = ['mark_order_zhaopianshangse', 'mark_order_photo_restore'];
      const limited = (now: number) =>
        store.transaction((tx) => tx.jobs.claim(kinds, now, now + 1000, operations));
      assert.equal(await store.transaction((tx) => tx.jobs.nextDueAt(kinds, operations)), start + 10);
      assert.equal(await limited(start), undefined);
      assert.equal((await limited(start + 10))?.key, colourised.orderNo);
      assert.equal(await limited(start + 10), undefined);
      assert.equal((await mustClaim(store)).key, 'no order');
      assert.equal((await mustClaim(store)).key, idPhoto.orderNo);
    });

    it('the waiting pictures are listed in the order in which they will be claimed', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const [first, second, member] = [
        await place(store, shop),
        await place(store, shop),
        await place(store, shop),
      ];
      await enqueue(
        store,
        { key: first.orderNo },
        { key: second.orderNo },
        { key: member.orderNo, priority: 1 },
        { kind: 'refund_payment', key: first.orderNo, priority: 9 },
      );
      const waiting = () => store.read.jobs.waitingPictures();
      assert.deepEqual(await waiting(), [member.orderNo, first.orderNo, second.orderNo]);
      await store.transaction((tx) => tx.jobs.claim(['process_order'], start, start + 1));
      assert.deepEqual(await waiting(), [first.orderNo, second.orderNo]);
    });

    it('the figures count ready, running and dead jobs and contain the age of the oldest due job', async () => {
      await using database = await open();
      const { store } = database;
      const none = { ready: 0, running: 0, dead: 0, oldestDueAgeMs: 0, pictures: 0 };
      assert.deepEqual(await store.read.jobs.queueFigures(start), none);
      await enqueue(
        store,
        { priority: 1 },
        { runAt: start + 10 },
        { runAt: start + 90 },
        { kind: 'purge_files' },
      );
      await mustClaim(store);
      assert.deepEqual(await store.read.jobs.queueFigures(start + 30), {
        ready: 3,
        running: 1,
        dead: 0,
        oldestDueAgeMs: 30,
        pictures: 3,
      });
    });
  });
}
