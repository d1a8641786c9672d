/** Look-ups of jobs, the operator’s actions on dead jobs, job attempts and workers. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JobAttempt } from '../../../src/usecases/jobs/job-store.ts';
import type { Job, NewJob } from '../../../src/usecases/ports/jobs.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newJob, start } from './fixtures.ts';

function claim(store: Store, now = start): Promise<Job | undefined> {
  return store.transaction((tx) => tx.jobs.claim(['process_order', 'deliver_event'], now, now + 1000));
}

async function makeDead(store: Store, change: Partial<NewJob> = {}): Promise<Job> {
  await store.transaction((tx) => tx.jobs.enqueue(newJob(change)));
  const job = await claim(store);
  assert.ok(job !== undefined);
  await store.transaction((tx) => tx.jobs.markDead(job, 'broken'));
  return job;
}

const kinds = ['process_order', 'deliver_event', 'remove_file'];

const attempt: JobAttempt = {
  kind: 'process_order',
  key: 'A1',
  attempt: 1,
  endedAt: start,
  durationMs: 40,
  end: 'done',
  error: null,
};

export function jobRecordContract(open: OpenTestDatabase): void {
  describe('dead and waiting jobs', () => {
    it('a dead job that is retried keeps its id and has all its attempts again; a second retry changes nothing', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await makeDead(store, { key: 'k' });
      assert.equal((await store.read.jobs.byId(id))?.state, 'dead');
      assert.equal(await store.transaction((tx) => tx.jobs.retryDead(id, start + 5)), true);
      assert.equal(await store.transaction((tx) => tx.jobs.retryDead(id, start + 5)), false);
      const retried = await store.read.jobs.byId(id);
      assert.deepEqual([retried?.state, retried?.attempts, retried?.dueAt], ['ready', 0, start + 5]);
      assert.equal((await claim(store, start + 5))?.id, id);
    });

    it('a retry removes the dead job if an unfinished job has the same kind and key', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await makeDead(store, { key: 'k' });
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'k' })));
      assert.equal((await store.read.jobs.named({ kind: 'process_order', key: 'k' })).length, 2);
      assert.equal(await store.transaction((tx) => tx.jobs.retryDead(id, start)), true);
      const left = await store.read.jobs.named({ kind: 'process_order', key: 'k' });
      assert.equal(left.length, 1);
      assert.notEqual(left[0]?.id, id);
    });

    it('a waiting job and a job with an expired lease can be made due; a running job does not change', async () => {
      await using database = await open();
      const { store } = database;
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'k', runAt: start + 900 })));
      const [job] = await store.read.jobs.named({ kind: 'process_order', key: 'k' });
      assert.ok(job !== undefined);
      const makeDue = (now: number) => store.transaction((tx) => tx.jobs.makeDue(job.id, now));
      assert.equal(await makeDue(start + 10), true);
      assert.equal((await store.read.jobs.byId(job.id))?.dueAt, start + 10);
      assert.equal(await makeDue(start + 20), true);
      assert.equal((await store.read.jobs.byId(job.id))?.dueAt, start + 10);
      assert.ok((await claim(store, start + 20)) !== undefined);
      assert.equal(await makeDue(start + 30), false);
      assert.equal(await makeDue(start + 1020), true);
    });

    it('only a dead job is removed', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await makeDead(store);
      assert.equal(await store.transaction((tx) => tx.jobs.removeDead(id)), true);
      assert.equal(await store.transaction((tx) => tx.jobs.removeDead(id)), false);
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'k' })));
      const [ready] = await store.read.jobs.named({ kind: 'process_order', key: 'k' });
      assert.ok(ready !== undefined);
      assert.equal(await store.transaction((tx) => tx.jobs.removeDead(ready.id)), false);
    });

    it('dead jobs are returned newest first, stuck jobs oldest first, and queues are counted by kind', async () => {
      await using database = await open();
      const { store } = database;
      const first = await makeDead(store);
      const second = await makeDead(store, { kind: 'deliver_event' });
      const dead = async (...of: Parameters<Store['read']['jobs']['dead']>) =>
        (await store.read.jobs.dead(...of)).map(({ id }) => id);
      assert.deepEqual(await dead(null, null, 9), [second.id, first.id]);
      assert.deepEqual(await dead(null, second.id, 9), [first.id]);
      assert.deepEqual(
        (await store.read.jobs.oldestDead(1)).map(({ id }) => id),
        [first.id],
        'the inbox gets the oldest',
      );
      assert.deepEqual(await dead('deliver_event', null, 9), [second.id]);
      assert.equal(await store.read.jobs.countDead(null, second.id + 1, 9), 2);
      assert.equal(await store.read.jobs.countDead(null, second.id + 1, 1), 1);
      assert.equal(await store.read.jobs.countDead(null, second.id, 9), 1);
      assert.equal(await store.read.jobs.countDead('deliver_event', second.id, 9), 0);
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'runs' })));
      await claim(store);
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'waits', runAt: start + 10 })));
      await store.transaction((tx) => tx.jobs.enqueue(newJob({ kind: 'remove_file', runAt: start + 9_000 })));
      const stuck = async (of: readonly string[], leaseBefore: number, dueBefore: number) =>
        (await store.read.jobs.stuck(of, { leaseBefore, dueBefore }, 9)).map(({ key }) => key);
      assert.deepEqual(await stuck(kinds, start + 1000, start + 10), []);
      assert.deepEqual(await stuck(kinds, start + 1001, start + 11), ['waits', 'runs']);
      assert.deepEqual(await stuck(['process_order'], start, start + 9_001), ['waits']);
      assert.deepEqual(await store.read.jobs.queuesByKind(kinds, start + 20), [
        { kind: 'process_order', ready: 1, running: 1, dead: 1, oldestDueAt: start + 10 },
        { kind: 'deliver_event', ready: 0, running: 0, dead: 1, oldestDueAt: null },
        { kind: 'remove_file', ready: 1, running: 0, dead: 0, oldestDueAt: null },
      ]);
    });
  });

  describe('job attempts and workers', () => {
    it('attempts are found by the kind and key of their job, and processing times by kind, until a purge', async () => {
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
      assert.deepEqual(await store.read.jobs.processingTimes(kinds, start), [
        { kind: 'process_order', done: 20, failed: 1, p50Ms: 100, p95Ms: 190 },
        { kind: 'deliver_event', done: 0, failed: 1, p50Ms: null, p95Ms: null },
      ]);
      await store.transaction((tx) => tx.jobs.purgeAttempts(kinds, start));
      assert.deepEqual(await store.read.jobs.attempts(name), [failed]);
    });

    it('a worker has one row, which each heartbeat updates, until a purge', async () => {
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
}
