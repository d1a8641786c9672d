/** Retrying all dead jobs: the limits of one call, and the audit entry. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAllJobs } from '../../../src/usecases/jobs/retry-all-jobs.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, operatorOf } from '../../support/console-fixture.ts';
import { openShop } from '../../support/shop.ts';
import { addDeadDelivery, addDeadJob, deadJobs } from './dead-jobs.ts';

const support = operatorOf('support');

test('all dead jobs, of one kind or of every kind, are retried with one audit entry', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (const name of ['evt_1', 'evt_2', 'evt_3']) await addDeadDelivery(shop, name);
  await addDeadJob(shop, { kind: 'remove_file', key: 'uploads/x.jpg', payload: { file: 'uploads/x.jpg' } });
  assert.deepEqual(await retryAllJobs(shop.deps, support, 'deliver_event', null), {
    retried: 3,
    left: 0,
    next: null,
  });
  assert.deepEqual(await retryAllJobs(shop.deps, support, null, null), { retried: 1, left: 0, next: null });
  assert.deepEqual(await retryAllJobs(shop.deps, support, null, null), { retried: 0, left: 0, next: null });
  assert.deepEqual(await deadJobs(shop), []);
  assert.deepEqual(
    (await auditLog(shop)).map(({ action, targetId, after }) => [action, targetId, after?.retried]),
    [
      ['jobs_retried', 'all', 1],
      ['jobs_retried', 'deliver_event', 3],
    ],
  );
});

test('one call retries at most 200 jobs, and returns how many are left and where to continue', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (let i = 0; i < 203; i++) await addDeadDelivery(shop, `evt_${i}`);
  const first = await retryAllJobs(shop.deps, support, null, null);
  assert.deepEqual([first.retried, first.left], [200, 3]);
  assert.ok(first.next !== null);
  assert.deepEqual(
    (await deadJobs(shop)).map(({ job }) => job.key),
    ['evt_2', 'evt_1', 'evt_0'],
  );
  assert.deepEqual(await retryAllJobs(shop.deps, support, null, first.next), {
    retried: 3,
    left: 0,
    next: null,
  });
  assert.deepEqual(
    (await auditLog(shop)).map(({ after }) => [after?.retried, after?.left]),
    [
      [3, 0],
      [200, 3],
    ],
  );
});

test('one call examines at most 500 jobs and does not retry jobs that no order needs', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  await addDeadDelivery(shop, 'evt_1');
  // The orders of these jobs do not exist, so no order needs the jobs.
  for (let i = 0; i < 501; i++) await addDeadJob(shop, { kind: 'process_order', key: `NONE${i}` });
  const first = await retryAllJobs(shop.deps, support, null, null);
  assert.deepEqual([first.retried, first.left], [0, 2]);
  assert.deepEqual(await auditLog(shop), []);
  assert.deepEqual(await retryAllJobs(shop.deps, support, null, first.next), {
    retried: 1,
    left: 0,
    next: null,
  });
});

test('a viewer cannot retry all dead jobs', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  await addDeadDelivery(shop, 'evt_1');
  await assert.rejects(retryAllJobs(shop.deps, operatorOf('viewer'), null, null), code('forbidden'));
  assert.equal((await deadJobs(shop)).length, 1);
  assert.deepEqual(await auditLog(shop), []);
});
