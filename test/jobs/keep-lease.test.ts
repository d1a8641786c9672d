/** A worker that cannot renew a lease must notice when the lease is over. */

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { keepLease } from '../../src/jobs/keep-lease.ts';
import type { Store } from '../../src/usecases/ports/store.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { openJobFixture } from './job-fixture.ts';

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test('while the database is unreachable, the worker gives the job up once, when its lease has ended', async (t) => {
  const { store, clock, log, enqueue } = await openJobFixture(t);
  await enqueue({ kind: 'remove_file' });
  const now = clock.now();
  const job = await store.transaction((tx) => tx.jobs.claim(['remove_file'], now, now + 30_000));
  assert.ok(job !== undefined);
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const away: Store = { ...store, transaction: () => Promise.reject(new Error('connection refused')) };
  let losses = 0;
  const end = keepLease({ store: away, clock, log, random: fixedRandom() }, job, 30_000, () => losses++);
  for (const expected of [0, 0, 1, 1]) {
    clock.advance(10_000);
    mock.timers.tick(10_000);
    await settle();
    assert.equal(losses, expected);
  }
  end();
});

test('the worker notices the end of the lease even while a heartbeat hangs', async (t) => {
  const { store, clock, log, enqueue } = await openJobFixture(t);
  await enqueue({ kind: 'remove_file' });
  const now = clock.now();
  const job = await store.transaction((tx) => tx.jobs.claim(['remove_file'], now, now + 30_000));
  assert.ok(job !== undefined);
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const hanging: Store = { ...store, transaction: () => new Promise(() => undefined) };
  let losses = 0;
  keepLease({ store: hanging, clock, log, random: fixedRandom() }, job, 30_000, () => losses++);
  for (const expected of [0, 0, 1, 1]) {
    clock.advance(10_000);
    mock.timers.tick(10_000);
    await settle();
    assert.equal(losses, expected);
  }
});
