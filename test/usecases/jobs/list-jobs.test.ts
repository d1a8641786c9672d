/**
 * Dead and stuck jobs in the console: they are listed, and an operator retries a job or discards a job that
 * no order needs.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discardJob } from '../../../src/usecases/jobs/discard-job.ts';
import { listJobs } from '../../../src/usecases/jobs/list-jobs.ts';
import { retryJob } from '../../../src/usecases/jobs/retry-job.ts';
import { deliveryKey } from '../../../src/usecases/webhooks/deliver-webhook-job.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, operatorOf } from '../../support/console-fixture.ts';
import { openShop, operator, type Shop } from '../../support/shop.ts';
import { addDeadDelivery, addDeadJob, deadJobs, lastError } from './dead-jobs.ts';

const viewer = operatorOf('viewer');
const support = operatorOf('support');
const owner = operatorOf('owner');
const minuteMs = 60_000;

/** The key of the delivery of an event to the first endpoint. */
async function deliveryOf(shop: Shop, eventId: string): Promise<string> {
  const [endpoint] = await shop.store.read.webhookEndpoints.all();
  return deliveryKey(eventId, endpoint?.id ?? assert.fail('there is no endpoint'));
}

test('a dead job is listed with its last error and its order', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const id = await addDeadDelivery(shop, 'evt_1');
  const [view, ...more] = await deadJobs(shop);
  assert.deepEqual(more, []);
  assert.equal(view?.job.id, id);
  assert.equal(view?.trouble, 'dead');
  assert.equal(view?.orderNo, 'ORDER1');
  assert.equal(view?.job.lastError, lastError);
  assert.equal(view?.canRetry, true);
  assert.equal(view?.canDiscard, true);
});

test('a retried job is due at once with all its attempts, and its audit entry names the error', async () => {
  await using shop = await openShop();
  const id = await addDeadDelivery(shop, await deliveryOf(shop, 'evt_1'));
  await retryJob(shop.deps, support, id);
  const job = await shop.store.read.jobs.byId(id);
  assert.deepEqual([job?.state, job?.attempts, job?.runAt], ['ready', 0, shop.clock.now()]);
  await shop.drain();
  assert.equal(shop.delivered.length, 1);
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.action, entry?.targetKind, entry?.targetId], ['job_retried', 'job', String(id)]);
  assert.equal(entry?.before?.last_error, lastError);
  await assert.rejects(retryJob(shop.deps, support, id), code('unknown_item'));
});

test('retrying the dead job of a refund makes the refund once', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  shop.bank.mode = 'down';
  await shop.service.refundOrder(operator, orderNo, null, 'r');
  for (let i = 0; i < 40 && (await deadJobs(shop)).length === 0; i++) {
    shop.clock.advance(4 * 60 * minuteMs);
    await shop.drain();
  }
  const [view] = await deadJobs(shop);
  assert.equal(view?.job.kind, 'refund_payment');
  assert.equal(view?.orderNo, orderNo);
  assert.equal(view?.canRetry, true);
  assert.equal(view?.canDiscard, false, 'the job of an open refund can be discarded');
  await assert.rejects(discardJob(shop.deps, owner, view.job.id, 'no'), code('illegal_transition'));
  shop.bank.mode = 'up';
  await retryJob(shop.deps, support, view.job.id);
  await shop.drain();
  assert.equal((await shop.order(orderNo)).money.status, 'refund');
  assert.deepEqual(await deadJobs(shop), []);
  assert.deepEqual((await shop.audit()).problems, []);
  assert.deepEqual(shop.bank.violations, []);
});

test('a dead job that its order no longer needs can be discarded but not retried', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await shop.drain();
  const id = await addDeadJob(shop, { kind: 'process_order', key: orderNo, payload: { order_no: orderNo } });
  const [view] = await deadJobs(shop);
  assert.deepEqual([view?.canRetry, view?.canDiscard], [false, true]);
  await assert.rejects(retryJob(shop.deps, support, id), code('illegal_transition'));
  await discardJob(shop.deps, owner, id, 'The picture is made.');
  assert.deepEqual(await deadJobs(shop), []);
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.action, entry?.reason], ['job_discarded', 'The picture is made.']);
  assert.equal(entry?.before?.order_no, orderNo);
  await assert.rejects(discardJob(shop.deps, owner, id, 'again'), code('unknown_item'));
});

test('a dead job that removes a customer’s file, and a dead scheduled job, cannot be discarded', async () => {
  await using shop = await openShop();
  const id = await addDeadJob(shop, {
    kind: 'remove_file',
    key: 'uploads/x.jpg',
    payload: { file: 'uploads/x.jpg' },
  });
  await assert.rejects(discardJob(shop.deps, owner, id, 'no'), code('illegal_transition'));
  const now = shop.clock.now();
  await shop.store.transaction(async (tx) => {
    const schedule = await tx.jobs.claim(['purge_files'], now, now + minuteMs);
    assert.ok(schedule !== undefined);
    await tx.jobs.markDead(schedule, 'broken');
  });
  const [schedule] = await shop.store.read.jobs.dead('purge_files', null, 1);
  assert.ok(schedule !== undefined);
  await assert.rejects(discardJob(shop.deps, owner, schedule.id, 'no'), code('illegal_transition'));
});

test('a dead job can be discarded if a newer job has the same kind and key', async () => {
  await using shop = await openShop();
  const file = 'uploads/x.jpg';
  const id = await addDeadJob(shop, { kind: 'remove_file', key: file, payload: { file } });
  await shop.store.transaction((tx) =>
    tx.jobs.enqueue({
      kind: 'remove_file',
      key: file,
      payload: { file },
      priority: 0,
      runAt: shop.clock.now(),
      attemptsMax: 20,
      requestId: null,
    }),
  );
  await discardJob(shop.deps, owner, id, 'A newer job removes the file.');
  assert.deepEqual(await deadJobs(shop), []);
});

test('only jobs whose lease ended over a minute ago or that are overdue by 15 minutes are stuck', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  await shop.drain();
  const start = shop.clock.now();
  const event = { payload: {}, priority: 0, attemptsMax: 3, requestId: null, kind: 'deliver_event' } as const;
  await shop.store.transaction(async (tx) => {
    await tx.jobs.enqueue({ ...event, key: 'evt_running', runAt: start });
    await tx.jobs.claim(['deliver_event'], start, start + minuteMs);
    await tx.jobs.enqueue({ ...event, key: 'evt_waiting', runAt: start + minuteMs });
  });
  const stuck = async () =>
    (await listJobs(shop.deps, viewer, { trouble: 'stuck', kind: 'deliver_event' }, null, 50)).jobs;
  assert.deepEqual(await stuck(), []);
  shop.clock.advance(2 * minuteMs + 1);
  assert.deepEqual(
    (await stuck()).map(({ job, trouble }) => [job.key, trouble]),
    [['evt_running', 'lease_ended']],
  );
  shop.clock.advance(14 * minuteMs);
  assert.deepEqual(
    (await stuck()).map(({ job, trouble, canRetry }) => [job.key, trouble, canRetry]),
    [
      ['evt_running', 'lease_ended', true],
      ['evt_waiting', 'overdue', true],
    ],
  );
});

test('a job that waits for its planned time cannot be retried', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const now = shop.clock.now();
  const later = { payload: { file: 'results/x.jpg' }, priority: 0, attemptsMax: 3, requestId: null } as const;
  await shop.store.transaction((tx) =>
    tx.jobs.enqueue({ ...later, kind: 'remove_file', key: 'results/x.jpg', runAt: now + 60 * minuteMs }),
  );
  const [planned] = await shop.store.read.jobs.named({ kind: 'remove_file', key: 'results/x.jpg' });
  assert.ok(planned !== undefined);
  await assert.rejects(retryJob(shop.deps, support, planned.id), code('illegal_transition'));
  assert.deepEqual(await auditLog(shop), []);
});

test('dead jobs are listed in pages, newest first, of one kind if requested', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (const name of ['evt_1', 'evt_2', 'evt_3']) await addDeadDelivery(shop, name);
  const page = (before: number | null) =>
    listJobs(shop.deps, viewer, { trouble: 'dead', kind: 'deliver_event' }, before, 2);
  const first = await page(null);
  assert.deepEqual(
    first.jobs.map(({ job }) => job.key),
    ['evt_3', 'evt_2'],
  );
  const second = await page(first.next);
  assert.deepEqual(
    second.jobs.map(({ job }) => job.key),
    ['evt_1'],
  );
  assert.equal(second.next, null);
  const other = await listJobs(shop.deps, viewer, { trouble: 'dead', kind: 'remove_file' }, null, 2);
  assert.deepEqual(other.jobs, []);
});

test('a viewer cannot retry a job, and support cannot discard one', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const id = await addDeadDelivery(shop, 'evt_1');
  await assert.rejects(retryJob(shop.deps, viewer, id), code('forbidden'));
  await assert.rejects(discardJob(shop.deps, support, id, 'no'), code('forbidden'));
  assert.equal((await deadJobs(shop)).length, 1);
  assert.deepEqual(await auditLog(shop), []);
});

test('a job that waits after a failure can be made due at once, and a second retry is refused', async () => {
  await using shop = await openShop();
  const now = shop.clock.now();
  const key = await deliveryOf(shop, 'evt_1');
  await shop.store.transaction(async (tx) => {
    const payload = { type: 'order.paid', body: '{}' };
    const job = { kind: 'deliver_event', key, payload, attemptsMax: 12 } as const;
    await tx.jobs.enqueue({ ...job, priority: 0, runAt: now, requestId: null });
    const claimed = await tx.jobs.claim(['deliver_event'], now, now + minuteMs);
    assert.ok(claimed !== undefined);
    await tx.jobs.release(claimed, now + 12 * 60 * minuteMs, { error: 'answered 500', counted: true });
  });
  const [waiting] = await shop.store.read.jobs.named({ kind: 'deliver_event', key });
  assert.ok(waiting !== undefined);
  await retryJob(shop.deps, support, waiting.id);
  assert.equal((await shop.store.read.jobs.byId(waiting.id))?.runAt, now);
  await assert.rejects(retryJob(shop.deps, support, waiting.id), code('illegal_transition'));
  await shop.drain();
  assert.equal(shop.delivered.length, 1);
});
