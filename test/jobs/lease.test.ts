/** Slow, crashed and stopped workers: the effects of a job are stored once, by the worker that has the lease. */

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { JobStopping, LeaseLost } from '../../src/usecases/ports/job-handler.ts';
import { MachineTrouble } from '../../src/usecases/ports/machine-trouble.ts';
import { done, handlerOf, type JobFixture, leaveMark, loseLeases, openJobFixture } from './job-fixture.ts';

/**
 * Waits until the work that depends only on the store is done. Six transactions one after the other take
 * longer than that work.
 */
async function settle({ store }: Pick<JobFixture, 'store'>): Promise<void> {
  for (let link = 0; link < 6; link++) {
    // This transaction waits until the earlier transactions are written to the disk.
    await store.transaction(async () => undefined);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

test('a worker that has lost its lease stores nothing', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file' });
  const slow = gate();
  const first = fixture.worker([
    handlerOf(async () => {
      await slow.opened;
      return { kind: 'done', commit: leaveMark };
    }),
  ]);
  const drained = first.drain();
  await settle(fixture);
  fixture.clock.advance(30_000);
  const attempts: number[] = [];
  const second = fixture.worker([
    handlerOf(async (job) => {
      attempts.push(job.attempts);
      return done;
    }),
  ]);
  assert.equal(await second.drain(), 1);
  slow.open();
  await drained;
  assert.deepEqual(attempts, [1], 'the lost lease counted as an attempt');
  assert.deepEqual(await fixture.figures(), { ready: 0, running: 0, dead: 0 });
  assert.equal(fixture.log.lines.at(-1)?.message, 'lease lost');
});

for (const code of ['ENOSPC', 'EMFILE', 'EIO']) {
  test(`the error ${code} in a job's work does not count as an attempt, and the job waits longer each time`, async (t) => {
    const fixture = await openJobFixture(t);
    await fixture.enqueue({ kind: 'remove_file', attemptsMax: 1 });
    const pausesMs: number[] = [];
    for (let failures = 0; failures < 5; failures++) {
      const handler = handlerOf(async () => {
        throw new MachineTrouble(code);
      });
      assert.equal(await fixture.worker([handler]).drain(), 1);
      const now = fixture.clock.now();
      const dueAt = await fixture.store.transaction((tx) => tx.jobs.nextDueAt(['remove_file']));
      assert.ok(dueAt !== undefined && dueAt > now);
      pausesMs.push(dueAt - now);
      fixture.clock.advance(dueAt - now);
    }
    assert.deepEqual(pausesMs, [5000, 5000, 5000, 7500, 11_250]);
    assert.equal(await fixture.worker([handlerOf(async () => done)]).drain(), 1);
    assert.deepEqual(await fixture.figures(), { ready: 0, running: 0, dead: 0 });
  });
}

test('after its last attempt, the handler of a job receives the last error', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', attemptsMax: 2 });
  await loseLeases(fixture, 21);
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
  await fixture.worker([handler]).drain();
  assert.equal(runs, 0);
  assert.deepEqual(errors, ['the worker ended during the attempt']);
  assert.deepEqual(await fixture.figures(), { ready: 0, running: 0, dead: 1 });
});

test('the heartbeat keeps the lease of a long job while the job runs', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file' });
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const slow = gate();
  const drained = fixture
    .worker([
      handlerOf(async () => {
        await slow.opened;
        return done;
      }),
    ])
    .drain();
  await settle(fixture);
  const other = fixture.worker([handlerOf(async () => assert.fail('another worker has the lease'))]);
  for (let beat = 0; beat < 10; beat++) {
    fixture.clock.advance(10_000);
    mock.timers.tick(10_000);
    await settle(fixture);
    assert.equal(await other.drain(), 0);
  }
  slow.open();
  await drained;
  assert.deepEqual(await fixture.figures(), { ready: 0, running: 0, dead: 0 });
});

test('the signal of a handler aborts with LeaseLost when the lease of its job is lost', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file' });
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  let reason: unknown;
  const drained = fixture
    .worker([
      handlerOf(async (_job, { signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        reason = signal.reason;
        signal.throwIfAborted();
        return done;
      }),
    ])
    .drain();
  await settle(fixture);
  fixture.clock.advance(30_000);
  const now = fixture.clock.now();
  await fixture.store.transaction((tx) => tx.jobs.claim(['remove_file'], now, now + 30_000));
  mock.timers.tick(10_000);
  await drained;
  assert.ok(reason instanceof LeaseLost);
  assert.deepEqual(await fixture.figures(), { ready: 0, running: 1, dead: 0 });
});

test('a stop aborts the running job and releases it, and the attempt does not count', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', attemptsMax: 1 });
  const began = gate();
  let reason: unknown;
  const worker = fixture.worker([
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
  assert.deepEqual(await fixture.figures(), { ready: 1, running: 0, dead: 0 });
  const attempts: number[] = [];
  await fixture
    .worker([
      handlerOf(async (job) => {
        attempts.push(job.attempts);
        return done;
      }),
    ])
    .drain();
  assert.deepEqual(attempts, [1]);
});

test('a job that has not ended some time after the stop began is released, and its late result is refused', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file' });
  const began = gate();
  const deaf = gate();
  const worker = fixture.worker([
    handlerOf(async () => {
      began.open();
      await deaf.opened;
      return { kind: 'done', commit: leaveMark };
    }),
  ]);
  worker.start();
  await began.opened;
  await worker.stop({ graceMs: 0 });
  assert.deepEqual(await fixture.figures(), { ready: 1, running: 0, dead: 0 });
  deaf.open();
  await settle(fixture);
  assert.deepEqual(await fixture.figures(), { ready: 1, running: 0, dead: 0 });
});

test('a started worker runs a new job at once, and a stopped one claims nothing', async (t) => {
  const fixture = await openJobFixture(t);
  const ran = gate();
  const worker = fixture.worker([
    handlerOf(async () => {
      ran.open();
      return done;
    }),
  ]);
  worker.start();
  await settle(fixture);
  await fixture.enqueue({ kind: 'remove_file' });
  await ran.opened;
  await worker.stop({ graceMs: 1000 });
  await fixture.enqueue({ kind: 'remove_file' });
  await settle(fixture);
  assert.deepEqual(await fixture.figures(), { ready: 1, running: 0, dead: 0 });
});

test('a started worker looks again when the next job becomes due', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', runAt: fixture.clock.now() + 500 });
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let runs = 0;
  const worker = fixture.worker([
    handlerOf(async () => {
      runs++;
      return done;
    }),
  ]);
  worker.start();
  await settle(fixture);
  fixture.clock.advance(500);
  mock.timers.tick(499);
  await settle(fixture);
  assert.equal(runs, 0);
  mock.timers.tick(1);
  await settle(fixture);
  assert.equal(runs, 1);
  await worker.stop({ graceMs: 1000 });
});
