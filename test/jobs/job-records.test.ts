/** What the worker leaves behind for the operator. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHeartbeat } from '../../src/jobs/heartbeat.ts';
import type { JobHandler } from '../../src/usecases/ports/job-handler.ts';
import { manualClock } from '../support/manual-clock.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { done, handlerOf, type JobBench, leaveMark, openJobBench } from './job-bench.ts';

async function recordsOf(bench: JobBench): Promise<unknown[]> {
  const attempts = await bench.store.read.jobs.attempts({ kind: 'remove_file', key: 'k' });
  return attempts.map(({ attempt, durationMs, end, error }) => ({ attempt, durationMs, end, error }));
}

async function runWith(bench: JobBench, run: JobHandler['run']): Promise<void> {
  await bench.worker([handlerOf(run)]).drain();
}

test('every attempt that counts leaves how it ended and how long it took', async (t) => {
  const bench = await openJobBench(t);
  await bench.enqueue({ kind: 'remove_file', key: 'k', attemptsMax: 2 });
  const failing = handlerOf(async () => {
    bench.clock.advance(40);
    throw new Error('disk full');
  });
  const worker = bench.worker([failing]);
  await worker.drain();
  bench.clock.advance(3_600_000);
  await worker.drain();
  await bench.enqueue({ kind: 'remove_file', key: 'k' });
  await runWith(bench, async () => done);
  const error = 'Error: disk full';
  assert.deepEqual(await recordsOf(bench), [
    { attempt: 1, durationMs: 40, end: 'failed', error },
    { attempt: 2, durationMs: 40, end: 'exhausted', error },
    { attempt: 1, durationMs: 0, end: 'done', error: null },
  ]);
});

test('a planned later look leaves nothing', async (t) => {
  const bench = await openJobBench(t);
  await bench.enqueue({ kind: 'remove_file', key: 'k' });
  const runAt = bench.clock.now() + 1000;
  await runWith(bench, async () => ({ kind: 'again', runAt, counted: false }));
  assert.deepEqual(await recordsOf(bench), []);
});

test('an attempt whose commit fails is recorded as failed alone', async (t) => {
  const bench = await openJobBench(t);
  await bench.enqueue({ kind: 'remove_file', key: 'k' });
  await runWith(bench, async () => ({
    kind: 'done',
    commit: async (tx) => {
      await leaveMark(tx);
      throw new Error('refused');
    },
  }));
  const error = 'Error: refused';
  assert.deepEqual(await recordsOf(bench), [{ attempt: 1, durationMs: 0, end: 'failed', error }]);
});

test('a worker is seen from its start on, and a beat that fails is only logged', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const bench = await openJobBench(t);
  const startedAt = bench.clock.now();
  const worker = { id: 'w1', host: 'h', version: '1' };
  const heartbeat = startHeartbeat(bench, worker);
  await heartbeat.stop();
  const seen = { ...worker, startedAt, seenAt: startedAt };
  assert.deepEqual(await bench.store.read.jobs.workersSeen(0), [seen]);

  const log = recordedLog();
  const broken = { ...bench.store, transaction: () => Promise.reject(new Error('no database')) };
  await startHeartbeat({ store: broken, clock: manualClock(), log }, worker).stop();
  assert.deepEqual(
    log.lines.map(({ message }) => message),
    ['heartbeat not written'],
  );
});

test('a worker is seen again as time goes by', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const bench = await openJobBench(t);
  const first = startHeartbeat(bench, { id: 'w1', host: 'h', version: '1' });
  await bench.store.transaction((tx) => tx.goods.count());
  await new Promise((resolve) => setImmediate(resolve));
  bench.clock.advance(15_000);
  t.mock.timers.tick(15_000);
  await first.stop();
  const [worker] = await bench.store.read.jobs.workersSeen(0);
  assert.equal(worker?.seenAt, bench.clock.now());
});
