/** A worker that cannot renew a lease must notice when the lease is over. */

import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import { keepLease } from '../../src/jobs/keep-lease.ts';
import type { Store } from '../../src/usecases/ports/store.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { openJobFixture } from './job-fixture.ts';

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Asserts that the lease is lost exactly once, when its 30 s are over, if the store runs `transaction` instead of
 * its own function.
 */
async function assertLostOnce(t: TestContext, transaction: Store['transaction']): Promise<void> {
  const { store, clock, log, enqueue } = await openJobFixture(t);
  await enqueue({ kind: 'remove_file' });
  const now = clock.now();
  const job = await store.transaction((tx) => tx.jobs.claim(['remove_file'], now, now + 30_000));
  assert.ok(job !== undefined);
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const broken: Store = { ...store, transaction };
  let losses = 0;
  const end = keepLease({ store: broken, clock, log, random: fixedRandom() }, job, 30_000, () => losses++);
  for (const expected of [0, 0, 1, 1]) {
    clock.advance(10_000);
    mock.timers.tick(10_000);
    await settle();
    assert.equal(losses, expected);
  }
  end();
}

test('while the database is unreachable, the worker gives the job up once, when its lease has ended', (t) =>
  assertLostOnce(t, () => Promise.reject(new Error('connection refused'))));

test('the worker notices the end of the lease even while a heartbeat hangs', (t) =>
  assertLostOnce(t, () => new Promise(() => undefined)));
