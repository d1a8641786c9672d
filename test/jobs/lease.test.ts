/** What happens when a worker is slow, dead or stopped: the job is done by one worker, and nothing twice. */

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { JobStopping, LeaseLost } from '../../src/usecases/ports/job-handler.ts';
import { done, handlerOf, type JobBench, leaveMark, openJobBench } from './job-bench.ts';

/** Lets everything that waits only for the store run: a chain of so many transactions, one after the other. */
async function settle({ store }: Pick<JobBench, 'store'>): Promise<void> {
  for (let link = 0; link < 6; link++) {
    // Queues behind what others have begun, and waits for the disk as they do.
    await store.transaction(async () => undefined);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

test('a late worker’s result is refused whole', async (t) => {
  const bench = await openJobBench(t);
  await bench.enqueue({ kind: 'remove_file' });
  const slow = gate();
  const first = bench.worker([
    handlerOf(async () => {
      await slow.opened;
      return { kind: 'done', commit: leaveMark };
    }),
  ]);
  const drained = first.drain();
  await settle(bench);
  bench.clock.advance(30_000);
  const attempts: number[] = [];
  const second = bench.worker([
    handlerOf(async (job) => {
      attempts.push(job.attempts);
      return done;
    }),
  ]);
  assert.equal(await second.drain(), 1);
  slow.open();
  await drained;
  assert.deepEqual(attempts, [2]);
  assert.deepEqual(await bench.figures(), { ready: 0, running: 0, dead: 0 });
  assert.equal(bench.log.lines.at(-1)?.message, 'lease lost');
});

test('a job whose workers died on every attempt is exhausted without another run', async (t) => {
  const bench = await openJobBench(t);
  await bench.enqueue({ kind: 'remove_file', attemptsMax: 2 });
  for (let death = 0; death < 2; death++) {
    const now = bench.clock.now();
    await bench.store.transaction((tx) => tx.jobs.claim(['remove_file'], now, now + 30_000));
    bench.clock.advance(30_000);
  }
  let runs = 0;
  const errors: string[] = [];
  const handler = handlerOf(
    async () => {
      runs++;
      return done;
    },
    {
      async exhausted(_tx, _job, error) {
        errors.push(error);
      },
    },
  );
  await bench.worker([handler]).drain();
  assert.equal(runs, 0);
  assert.deepEqual(errors, ['lost together with its worker']);
  assert.deepEqual(await bench.figures(), { ready: 0, running: 0, dead: 1 });
});

test('the heartbeat keeps a long job for as long as it runs', async (t) => {
  const bench = await openJobBench(t);
  await bench.enqueue({ kind: 'remove_file' });
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const slow = gate();
  const drained = bench
    .worker([
      handlerOf(async () => {
        await slow.opened;
        return done;
      }),
    ])
    .drain();
  await settle(bench);
  const other = bench.worker([handlerOf(async () => assert.fail('it is another’s'))]);
  for (let beat = 0; beat < 10; beat++) {
    bench.clock.advance(10_000);
    mock.timers.tick(10_000);
    await settle(bench);
    assert.equal(await other.drain(), 0);
  }
  slow.open();
  await drained;
  assert.deepEqual(await bench.figures(), { ready: 0, running: 0, dead: 0 });
});

test('a handler hears that its lease was lost', async (t) => {
  const bench = await openJobBench(t);
  await bench.enqueue({ kind: 'remove_file' });
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  let reason: unknown;
  const drained = bench
    .worker([
      handlerOf(async (_job, { signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        reason = signal.reason;
        signal.throwIfAborted();
        return done;
      }),
    ])
    .drain();
  await settle(bench);
  bench.clock.advance(30_000);
  const now = bench.clock.now();
  await bench.store.transaction((tx) => tx.jobs.claim(['remove_file'], now, now + 30_000));
  mock.timers.tick(10_000);
  await drained;
  assert.ok(reason instanceof LeaseLost);
  assert.deepEqual(await bench.figures(), { ready: 0, running: 1, dead: 0 });
});

test('a stop aborts what runs and gives it back without a counted attempt', async (t) => {
  const bench = await openJobBench(t);
  await bench.enqueue({ kind: 'remove_file', attemptsMax: 1 });
  const began = gate();
  let reason: unknown;
  const worker = bench.worker([
    handlerOf(async (_job, { signal }) => {
      began.open();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      reason = signal.reason;
      throw signal.reason;
    }),
  ]);
  worker.start();
  await began.opened;
  await worker.stop({ graceMs: 10_000 });
  assert.ok(reason instanceof JobStopping);
  assert.deepEqual(await bench.figures(), { ready: 1, running: 0, dead: 0 });
  const attempts: number[] = [];
  await bench
    .worker([
      handlerOf(async (job) => {
        attempts.push(job.attempts);
        return done;
      }),
    ])
    .drain();
  assert.deepEqual(attempts, [1]);
});

test('what does not end within the grace is given back, and its late result is refused', async (t) => {
  const bench = await openJobBench(t);
  await bench.enqueue({ kind: 'remove_file' });
  const began = gate();
  const deaf = gate();
  const worker = bench.worker([
    handlerOf(async () => {
      began.open();
      await deaf.opened;
      return { kind: 'done', commit: leaveMark };
    }),
  ]);
  worker.start();
  await began.opened;
  await worker.stop({ graceMs: 0 });
  assert.deepEqual(await bench.figures(), { ready: 1, running: 0, dead: 0 });
  deaf.open();
  await settle(bench);
  assert.deepEqual(await bench.figures(), { ready: 1, running: 0, dead: 0 });
});

test('a started worker is woken by new work, and claims nothing after its stop', async (t) => {
  const bench = await openJobBench(t);
  const ran = gate();
  const worker = bench.worker([
    handlerOf(async () => {
      ran.open();
      return done;
    }),
  ]);
  worker.start();
  await settle(bench);
  await bench.enqueue({ kind: 'remove_file' });
  await ran.opened;
  await worker.stop({ graceMs: 1000 });
  await bench.enqueue({ kind: 'remove_file' });
  await settle(bench);
  assert.deepEqual(await bench.figures(), { ready: 1, running: 0, dead: 0 });
});

test('a started worker looks again when the next job becomes due', async (t) => {
  const bench = await openJobBench(t);
  await bench.enqueue({ kind: 'remove_file', runAt: bench.clock.now() + 500 });
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let runs = 0;
  const worker = bench.worker([
    handlerOf(async () => {
      runs++;
      return done;
    }),
  ]);
  worker.start();
  await settle(bench);
  bench.clock.advance(500);
  mock.timers.tick(499);
  await settle(bench);
  assert.equal(runs, 0);
  mock.timers.tick(1);
  await settle(bench);
  assert.equal(runs, 1);
  await worker.stop({ graceMs: 1000 });
});
