/** The retention of job attempts, of the heartbeats of workers and of notifications without effect. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allJobs } from '../../../src/usecases/all-jobs.ts';
import type { JobAttempt } from '../../../src/usecases/jobs/job-store.ts';
import { purgeRowsWithoutFiles } from '../../../src/usecases/retention/purge-rows-without-files.ts';
import { start } from '../../store/contract/fixtures.ts';
import { openPglite, openSqlite } from '../../support/databases.ts';

const dayMs = 86_400_000;

test('job attempts are deleted after 30 days and workers after 7, and not earlier', async () => {
  await using database = await openSqlite();
  const { store } = database;
  const attempt: JobAttempt = {
    kind: 'process_order',
    key: 'A',
    attempt: 1,
    endedAt: start - 30 * dayMs,
    durationMs: 1,
    end: 'done',
    error: null,
  };
  const worker = { id: 'old', host: 'h', version: '1', startedAt: 0, seenAt: start - 7 * dayMs };
  await store.transaction(async (tx) => {
    await tx.jobs.recordAttempt({ ...attempt, endedAt: attempt.endedAt - 1 });
    await tx.jobs.recordAttempt(attempt);
    await tx.jobs.recordHeartbeat({ ...worker, seenAt: worker.seenAt - 1 });
    await tx.jobs.recordHeartbeat({ ...worker, id: 'young' });
    await purgeRowsWithoutFiles(tx, allJobs, start);
  });
  assert.deepEqual(await store.read.jobs.attempts({ kind: 'process_order', key: 'A' }), [attempt]);
  assert.deepEqual(
    (await store.read.jobs.workersSeen(0)).map(({ id }) => id),
    ['young'],
  );
});

for (const [name, open] of [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const) {
  test(`notifications that the service does not act on, which earlier versions stored, are deleted at once, at most 500 in a run, on ${name}`, async () => {
    await using database = await open();
    const { store } = database;
    const row = {
      provider: 'wechat',
      refundNo: null,
      verdict: 'ignored',
      receivedAt: start,
      receivedMinor: null,
      currency: null,
    };
    const purge = () => store.transaction((tx) => purgeRowsWithoutFiles(tx, allJobs, start));
    const left = async () => (await store.read.payments.notifications('P')).map(({ eventId }) => eventId);
    await store.transaction(async (tx) => {
      for (let push = 0; push < 501; push++) {
        const eventId = `push ${push}`;
        await tx.payments.recordNotification({ ...row, eventId, paymentNo: 'P', receivedAt: start + push });
      }
      await tx.payments.recordNotification({
        ...row,
        eventId: 'foreign',
        paymentNo: 'P',
        verdict: 'unknown_payment',
      });
    });
    await purge();
    assert.deepEqual(await left(), ['foreign', 'push 500']);
    await purge();
    assert.deepEqual(await left(), ['foreign']);
  });
}
