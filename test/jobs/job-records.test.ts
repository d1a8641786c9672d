/** The records that a worker writes for the operator: attempts and heartbeats. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHeartbeat } from '../../src/jobs/heartbeat.ts';
import type { JobHandler } from '../../src/usecases/ports/job-handler.ts';
import { manualClock } from '../support/manual-clock.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { done, handlerOf, type JobFixture, leaveMark, openJobFixture } from './job-fixture.ts';

async function recordsOf(fixture: JobFixture): Promise<unknown[]> {
  const attempts = await fixture.store.read.jobs.attempts({ kind: 'remove_file', key: 'k' });
  return attempts.map(({ attempt, durationMs, end, error }) => ({ attempt, durationMs, end, error }));
}

async function runWith(fixture: JobFixture, run: JobHandler['run']): Promise<void> {
  await fixture.worker([handlerOf(run)]).drain();
}

test('every attempt that counts is recorded with its end and its duration', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', key: 'k', attemptsMax: 2 });
  const failing = handlerOf(async () => {
    fixture.clock.advance(40);
    throw new Error('disk full');
  });
  const worker = fixture.worker([failing]);
  await worker.drain();
  fixture.clock.advance(3_600_000);
  await worker.drain();
  await fixture.enqueue({ kind: 'remove_file', key: 'k' });
  await runWith(fixture, async () => done);
  const error = 'Error: disk full';
  assert.deepEqual(await recordsOf(fixture), [
    { attempt: 1, durationMs: 40, end: 'failed', error },
    { attempt: 2, durationMs: 40, end: 'exhausted', error },
    { attempt: 1, durationMs: 0, end: 'done', error: null },
  ]);
});

test('an attempt that does not count is not recorded', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', key: 'k' });
  const runAt = fixture.clock.now() + 1000;
  await runWith(fixture, async () => ({ kind: 'again', runAt, counted: false }));
  assert.deepEqual(await recordsOf(fixture), []);
});

test('an attempt whose commit fails has one record, which says that it failed', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', key: 'k' });
  await runWith(fixture, async () => ({
    kind: 'done',
    commit: async (tx) => {
      await leaveMark(tx);
      throw new Error('refused');
    },
  }));
  const error = 'Error: refused';
  assert.deepEqual(await recordsOf(fixture), [{ attempt: 1, durationMs: 0, end: 'failed', error }]);
});

test('the first heartbeat is recorded when the worker starts, and a heartbeat that cannot be written is only logged', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const fixture = await openJobFixture(t);
  const startedAt = fixture.clock.now();
  const worker = { id: 'w1', host: 'h', version: '1' };
  const heartbeat = startHeartbeat(fixture, worker);
  await heartbeat.stop();
  const seen = { ...worker, startedAt, seenAt: startedAt };
  assert.deepEqual(await fixture.store.read.jobs.workersSeen(0), [seen]);

  const log = recordedLog();
  const broken = { ...fixture.store, transaction: () => Promise.reject(new Error('no database')) };
  await startHeartbeat({ store: broken, clock: manualClock(), log }, worker).stop();
  assert.deepEqual(
    log.lines.map(({ message }) => message),
    ['heartbeat not written'],
  );
});

test('a heartbeat is recorded every 15 seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const fixture = await openJobFixture(t);
  const first = startHeartbeat(fixture, { id: 'w1', host: 'h', version: '1' });
  await fixture.store.transaction((tx) => tx.goods.count());
  await new Promise((resolve) => setImmediate(resolve));
  fixture.clock.advance(15_000);
  t.mock.timers.tick(15_000);
  await first.stop();
  const [worker] = await fixture.store.read.jobs.workersSeen(0);
  assert.equal(worker?.seenAt, fixture.clock.now());
});
