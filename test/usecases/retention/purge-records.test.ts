import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobAttempt } from '../../../src/usecases/ports/console-orders.ts';
import { purgeRecords } from '../../../src/usecases/retention/purge-records.ts';
import { start } from '../../store/contract/fixtures.ts';
import { openSqlite } from '../../support/databases.ts';

const dayMs = 86_400_000;

test('attempts go after 30 days and workers after 7, younger ones stay', async () => {
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
    await tx.insertJobAttempt({ ...attempt, endedAt: attempt.endedAt - 1 });
    await tx.insertJobAttempt(attempt);
    await tx.seeWorker({ ...worker, seenAt: worker.seenAt - 1 });
    await tx.seeWorker({ ...worker, id: 'young' });
    await purgeRecords(tx, start);
  });
  assert.deepEqual(await store.read.jobAttemptsOf({ kind: 'process_order', key: 'A' }), [attempt]);
  assert.deepEqual(
    (await store.read.workersSeen(0)).map(({ id }) => id),
    ['young'],
  );
});
