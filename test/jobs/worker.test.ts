/** The guarantees of a worker for one job, on a real SQLite store. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { done, handlerOf, leaveMark, openJobFixture } from './job-fixture.ts';

test('a finished job is removed in the transaction of its handler’s commit', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file' });
  const worker = fixture.worker([handlerOf(async () => ({ kind: 'done', commit: leaveMark }))]);
  assert.equal(await worker.drain(), 1);
  assert.deepEqual(await fixture.figures(), { ready: 1, running: 0, dead: 0 });
});

test('a job does not run before its due time', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', runAt: fixture.clock.now() + 1000 });
  const worker = fixture.worker([handlerOf(async () => done)]);
  assert.equal(await worker.drain(), 0);
  fixture.clock.advance(1000);
  assert.equal(await worker.drain(), 1);
});

test('jobs with higher priorities run first', async (t) => {
  const fixture = await openJobFixture(t);
  const seen: unknown[] = [];
  for (const priority of [0, 10, 5]) {
    await fixture.enqueue({ kind: 'remove_file', priority, payload: { priority } });
  }
  const handler = handlerOf(async (job) => {
    seen.push(job.payload.priority);
    return done;
  });
  await fixture.worker([handler], [{ kinds: ['remove_file'], concurrency: 1 }]).drain();
  assert.deepEqual(seen, [10, 5, 0]);
});

test('a lane runs as many jobs at once as it has slots, and never more', async (t) => {
  const fixture = await openJobFixture(t);
  for (let i = 0; i < 9; i++) await fixture.enqueue({ kind: 'remove_file' });
  let now = 0;
  let most = 0;
  const full = Promise.withResolvers<void>();
  const handler = handlerOf(async () => {
    most = Math.max(most, ++now);
    // The first three runs wait for each other, so the test does not depend on the time that a claim takes.
    if (now === 3) full.resolve();
    await full.promise;
    now--;
    return done;
  });
  assert.equal(await fixture.worker([handler], [{ kinds: ['remove_file'], concurrency: 3 }]).drain(), 9);
  assert.equal(most, 3);
});

test('the pause after a failed attempt doubles, with a random part, and the job is marked dead after its last attempt', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', attemptsMax: 3 });
  const exhausted: string[] = [];
  const attempts: number[] = [];
  const handler = handlerOf(
    async (job) => {
      attempts.push(job.attempts);
      throw new RangeError(`no luck ${job.attempts}`);
    },
    {
      async exhausted(tx, _job, error) {
        exhausted.push(error);
        await leaveMark(tx);
      },
    },
  );
  const worker = fixture.worker([handler]);
  for (const pauseMs of [2_000, 4_000]) {
    await worker.drain();
    fixture.clock.advance(pauseMs * 0.75 - 1);
    assert.equal(await worker.drain(), 0);
    fixture.clock.advance(pauseMs * 0.5 + 2);
  }
  await worker.drain();
  assert.deepEqual(attempts, [1, 2, 3]);
  assert.deepEqual(exhausted, ['RangeError: no luck 3']);
  assert.deepEqual(await fixture.figures(), { ready: 1, running: 0, dead: 1 });
});

test('a job that reschedules itself uses up no attempt', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', attemptsMax: 1 });
  const handler = handlerOf(async (job) => {
    assert.equal(job.attempts, 1);
    // A computed pause can have a fraction of a millisecond, but the database stores whole milliseconds.
    return { kind: 'again', runAt: fixture.clock.now() + 99.5, counted: false };
  });
  const worker = fixture.worker([handler]);
  for (let look = 0; look < 5; look++) {
    assert.equal(await worker.drain(), 1);
    fixture.clock.advance(100);
  }
  assert.deepEqual(await fixture.figures(), { ready: 1, running: 0, dead: 0 });
});

test('a job that waits before it begins keeps its failed attempts and its last error, and is dead after the last one', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', attemptsMax: 2 });
  const seen: [number, string | null][] = [];
  const handler = handlerOf(async (job) => {
    seen.push([job.attempts, job.lastError]);
    if (seen.length % 2 === 0) return { kind: 'wait', until: fixture.clock.now() + 99.5 };
    throw new RangeError('no answer');
  });
  const worker = fixture.worker([handler]);
  for (let look = 0; look < 4; look++) {
    await worker.drain();
    fixture.clock.advance(10_000);
  }
  const error = 'RangeError: no answer';
  assert.deepEqual(seen, [
    [1, null],
    [2, error],
    [2, error],
  ]);
  assert.deepEqual(await fixture.figures(), { ready: 0, running: 0, dead: 1 });
});

test('a job whose handler counts the last attempt as failed is marked dead, and its commit is not applied', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', attemptsMax: 1 });
  const errors: string[] = [];
  const handler = handlerOf(
    async () => ({ kind: 'again', runAt: 0, counted: true, error: 'not yet', commit: leaveMark }),
    {
      async exhausted(_tx, _job, error) {
        errors.push(error);
      },
    },
  );
  await fixture.worker([handler]).drain();
  assert.deepEqual(errors, ['not yet']);
  assert.deepEqual(await fixture.figures(), { ready: 0, running: 0, dead: 1 });
});

test('a job whose handler reports it as hopeless is marked dead after its first attempt', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', attemptsMax: 9 });
  await fixture.worker([handlerOf(async () => ({ kind: 'hopeless', error: 'gone' }))]).drain();
  assert.deepEqual(await fixture.figures(), { ready: 0, running: 0, dead: 1 });
});

test('an attempt whose commit fails counts as failed and stores nothing', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file' });
  const handler = handlerOf(async () => ({
    kind: 'done',
    async commit(tx) {
      await leaveMark(tx);
      throw new Error('refused');
    },
  }));
  await fixture.worker([handler]).drain();
  assert.deepEqual(await fixture.figures(), { ready: 1, running: 0, dead: 0 });
  assert.equal(fixture.log.lines.at(-1)?.fields.end, 'failed');
});

test('if the end of an attempt cannot be stored, this is logged and the job is claimed again after its lease', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', attemptsMax: 1 });
  let broken = true;
  const handler = handlerOf(
    async () => {
      throw new Error('no luck');
    },
    {
      async exhausted() {
        if (broken) throw new Error('cannot be written');
      },
    },
  );
  const worker = fixture.worker([handler]);
  await worker.drain();
  assert.deepEqual(await fixture.figures(), { ready: 0, running: 1, dead: 0 });
  assert.equal(fixture.log.lines.at(-1)?.fields.end, 'unsettled');
  broken = false;
  fixture.clock.advance(30_000);
  await worker.drain();
  assert.deepEqual(await fixture.figures(), { ready: 0, running: 0, dead: 1 });
});

test('every log line of a job contains its job, attempt and request', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', requestId: 'req-7' });
  await fixture
    .worker([
      handlerOf(async (_job, { log }) => {
        log.info({ size: 3 }, 'removing');
        return done;
      }),
    ])
    .drain();
  const about = { jobId: 1, job: 'remove_file', attempt: 1, requestId: 'req-7' };
  assert.deepEqual(fixture.log.lines[0], {
    level: 'info',
    fields: { ...about, size: 3 },
    message: 'removing',
  });
  assert.deepEqual(fixture.log.lines[1]?.fields, { ...about, end: 'done', durationMs: 0 });
});
