/** A job that has lost too many leases is given up, because it probably crashes the process that runs it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { done, handlerOf, loseLeases, openJobFixture } from './job-fixture.ts';

for (const [losses, end] of [
  [3, 'runs again'],
  [20, 'runs again'],
  [21, 'is given up without another run'],
] as const) {
  test(`a job with one allowed attempt whose worker crashed ${losses} times ${end}`, async (t) => {
    const fixture = await openJobFixture(t);
    await fixture.enqueue({ kind: 'remove_file', attemptsMax: 1 });
    await loseLeases(fixture, losses);
    const runs: number[] = [];
    const handler = handlerOf(async (job) => {
      runs.push(job.attempts);
      return done;
    });
    await fixture.worker([handler]).drain();
    const isGivenUp = losses > 20;
    assert.deepEqual(runs, isGivenUp ? [] : [1]);
    assert.equal((await fixture.figures()).dead, isGivenUp ? 1 : 0);
  });
}

test('a job that crashes its worker is given up, even if it waits or its worker is stopped between the crashes', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file', attemptsMax: 1 });
  await loseLeases(fixture, 7);
  await new Promise<void>((resolve) => {
    const stopped = handlerOf(async (_job, { signal }) => {
      const aborted = new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      void worker.stop({ graceMs: 60_000 }).then(resolve);
      await aborted;
      return done;
    });
    const worker = fixture.worker([stopped]);
    worker.start();
  });
  await loseLeases(fixture, 7);
  const waits = handlerOf(async () => ({ kind: 'wait', until: fixture.clock.now() + 1000 }));
  assert.equal(await fixture.worker([waits]).drain(), 1);
  fixture.clock.advance(1000);
  await loseLeases(fixture, 7);
  await fixture.worker([handlerOf(async () => assert.fail('the job ran'))]).drain();
  assert.equal((await fixture.figures()).dead, 1);
});

test('a job of a kind that leaves no dead job is removed after its last attempt', async (t) => {
  const fixture = await openJobFixture(t);
  await fixture.enqueue({ kind: 'remove_file' });
  await loseLeases(fixture, 21);
  const handler = handlerOf(async () => assert.fail('the job ran'), { leavesNoDeadJob: true });
  await fixture.worker([handler]).drain();
  assert.deepEqual(await fixture.figures(), { ready: 0, running: 0, dead: 0 });
});
