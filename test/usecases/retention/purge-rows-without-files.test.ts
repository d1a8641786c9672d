/** The retention of job attempts and of the heartbeats of workers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allJobs } from '../../../src/usecases/all-jobs.ts';
import type { JobAttempt } from '../../../src/usecases/jobs/job-store.ts';
import { purgeRowsWithoutFiles } from '../../../src/usecases/retention/purge-rows-without-files.ts';
import { start } from '../../store/contract/fixtures.ts';
import { openSqlite } from '../../support/databases.ts';

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
