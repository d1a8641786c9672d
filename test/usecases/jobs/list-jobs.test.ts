/** Dead and stuck work: what is told of it, trying it again, and giving it up where nothing is lost by that. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discardJob, listJobs, retryJob } from '../../../src/usecases/jobs/list-jobs.ts';
import { retryAllJobs } from '../../../src/usecases/jobs/retry-all-jobs.ts';
import type { JobView } from '../../../src/usecases/jobs/view-job.ts';
import type { NewJob } from '../../../src/usecases/ports/jobs.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, operatorOf } from '../../support/console-fixture.ts';
import { openShop, operator, type Shop } from '../../support/shop.ts';

const viewer = operatorOf('viewer');
const support = operatorOf('support');
const owner = operatorOf('owner');
const minuteMs = 60_000;

/** Enqueues a job and lets its last attempt be lost. */
async function bury(shop: Shop, job: Pick<NewJob, 'kind' | 'key'> & Partial<NewJob>): Promise<number> {
  const now = shop.clock.now();
  await shop.store.transaction(async (tx) => {
    await tx.jobs.enqueue({ payload: {}, priority: 0, runAt: 0, attemptsMax: 1, requestId: 'r-1', ...job });
    const claimed = await tx.jobs.claim([job.kind], now, now + minuteMs);
    assert.ok(claimed !== undefined);
    assert.equal(claimed.key, job.key);
    assert.ok(await tx.jobs.markDead(claimed, 'the endpoint answered 500'));
  });
  const [dead] = await shop.store.read.jobs.dead(job.kind, null, 1);
  assert.ok(dead !== undefined);
  return dead.id;
}

function buryEvent(shop: Shop, eventId: string, orderNo = 'ORDER1'): Promise<number> {
  const body = JSON.stringify({ type: 'order.paid', data: { order_no: orderNo } });
  return bury(shop, {
    kind: 'deliver_event',
    key: eventId,
    payload: { event_id: eventId, type: 'order.paid', body },
  });
}

async function dead(shop: Shop): Promise<readonly JobView[]> {
  return (await listJobs(shop.deps, viewer, { trouble: 'dead', kind: null }, null, 50)).jobs;
}

test('a dead job tells why it failed, and which order it is for', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const id = await buryEvent(shop, 'evt_1');
  const [view, ...more] = await dead(shop);
  assert.deepEqual(more, []);
  assert.equal(view?.job.id, id);
  assert.equal(view?.trouble, 'dead');
  assert.equal(view?.orderNo, 'ORDER1');
  assert.equal(view?.job.lastError, 'the endpoint answered 500');
  assert.equal(view?.canRetry, true);
  assert.equal(view?.canDiscard, true);
});

test('a retried job is due at once with all its attempts, and the log says who retried it', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const id = await buryEvent(shop, 'evt_1');
  await retryJob(shop.deps, support, id);
  const job = await shop.store.read.jobs.byId(id);
  assert.deepEqual([job?.state, job?.attempts, job?.runAt], ['ready', 0, shop.clock.now()]);
  await shop.drain();
  assert.equal(shop.delivered.length, 1);
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.action, entry?.targetKind, entry?.targetId], ['job_retried', 'job', String(id)]);
  assert.equal(entry?.before?.last_error, 'the endpoint answered 500');
  await assert.rejects(retryJob(shop.deps, support, id), code('unknown_item'));
});

test('all dead jobs are tried again together, of one kind or of all, with one line in the log', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (const name of ['evt_1', 'evt_2', 'evt_3']) await buryEvent(shop, name);
  await bury(shop, { kind: 'remove_file', key: 'uploads/x.jpg', payload: { file: 'uploads/x.jpg' } });
  assert.deepEqual(await retryAllJobs(shop.deps, support, 'deliver_event', null), {
    retried: 3,
    left: 0,
    next: null,
  });
  assert.deepEqual(await retryAllJobs(shop.deps, support, null, null), { retried: 1, left: 0, next: null });
  assert.deepEqual(await retryAllJobs(shop.deps, support, null, null), { retried: 0, left: 0, next: null });
  assert.deepEqual(await dead(shop), []);
  assert.deepEqual(
    (await auditLog(shop)).map(({ action, targetId, after }) => [action, targetId, after?.retried]),
    [
      ['jobs_retried', 'all', 1],
      ['jobs_retried', 'deliver_event', 3],
    ],
  );
});

test('one call retries at most 200, says how many it did not reach, and where to go on', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (let i = 0; i < 203; i++) await buryEvent(shop, `evt_${i}`);
  const first = await retryAllJobs(shop.deps, support, null, null);
  assert.deepEqual([first.retried, first.left], [200, 3]);
  assert.ok(first.next !== null);
  assert.deepEqual(
    (await dead(shop)).map(({ job }) => job.key),
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

test('one call looks at 500 at most, and passes over those that nothing is left to do for', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  await buryEvent(shop, 'evt_1');
  // Of an order that there is not.
  for (let i = 0; i < 501; i++) await bury(shop, { kind: 'process_order', key: `NONE${i}` });
  const first = await retryAllJobs(shop.deps, support, null, null);
  assert.deepEqual([first.retried, first.left], [0, 2]);
  assert.deepEqual(await auditLog(shop), []);
  assert.deepEqual(await retryAllJobs(shop.deps, support, null, first.next), {
    retried: 1,
    left: 0,
    next: null,
  });
});

test('the retry of a refund that failed asks for the refund again, once', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  shop.bank.mode = 'down';
  await shop.service.refundOrder(operator, orderNo, null, 'r');
  for (let i = 0; i < 40 && (await dead(shop)).length === 0; i++) {
    shop.clock.advance(4 * 60 * minuteMs);
    await shop.drain();
  }
  const [view] = await dead(shop);
  assert.equal(view?.job.kind, 'refund_payment');
  assert.equal(view?.orderNo, orderNo);
  assert.equal(view?.canRetry, true);
  assert.equal(view?.canDiscard, false, 'the money is owed');
  await assert.rejects(discardJob(shop.deps, owner, view.job.id, 'no'), code('illegal_transition'));
  shop.bank.mode = 'up';
  await retryJob(shop.deps, support, view.job.id);
  await shop.drain();
  assert.equal((await shop.order(orderNo)).money.status, 'refund');
  assert.deepEqual(await dead(shop), []);
  assert.deepEqual((await shop.audit()).problems, []);
  assert.deepEqual(shop.bank.violations, []);
});

test('work that nothing waits for any more can be discarded and not retried', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await shop.drain();
  const id = await bury(shop, { kind: 'process_order', key: orderNo, payload: { order_no: orderNo } });
  const [view] = await dead(shop);
  assert.deepEqual([view?.canRetry, view?.canDiscard], [false, true]);
  await assert.rejects(retryJob(shop.deps, support, id), code('illegal_transition'));
  await discardJob(shop.deps, owner, id, 'The picture is made.');
  assert.deepEqual(await dead(shop), []);
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.action, entry?.reason], ['job_discarded', 'The picture is made.']);
  assert.equal(entry?.before?.order_no, orderNo);
  await assert.rejects(discardJob(shop.deps, owner, id, 'again'), code('unknown_item'));
});

test('the removal of a customer’s file and a schedule are never discarded', async () => {
  await using shop = await openShop();
  const id = await bury(shop, {
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

test('a dead job that another has replaced can be discarded', async () => {
  await using shop = await openShop();
  const file = 'uploads/x.jpg';
  const id = await bury(shop, { kind: 'remove_file', key: file, payload: { file } });
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
  await discardJob(shop.deps, owner, id, 'There is another.');
  assert.deepEqual(await dead(shop), []);
});

test('stuck are leases that ended over a minute ago and work overdue by 15 minutes, nothing else', async () => {
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

test('work that waits as planned and work under way cannot be hastened', async () => {
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

test('dead jobs come in pages, newest first, of one kind where asked', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (const name of ['evt_1', 'evt_2', 'evt_3']) await buryEvent(shop, name);
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

test('a viewer retries nothing, and support discards nothing', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const id = await buryEvent(shop, 'evt_1');
  await assert.rejects(retryJob(shop.deps, viewer, id), code('forbidden'));
  await assert.rejects(retryAllJobs(shop.deps, viewer, null, null), code('forbidden'));
  await assert.rejects(discardJob(shop.deps, support, id, 'no'), code('forbidden'));
  assert.equal((await dead(shop)).length, 1);
  assert.deepEqual(await auditLog(shop), []);
});

test('work that waits after a failure can be hastened, and once it is due no more', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  const now = shop.clock.now();
  await shop.store.transaction(async (tx) => {
    const payload = { event_id: 'evt_1', type: 'order.paid', body: '{}' };
    const job = { kind: 'deliver_event', key: 'evt_1', payload, attemptsMax: 12 } as const;
    await tx.jobs.enqueue({ ...job, priority: 0, runAt: now, requestId: null });
    const claimed = await tx.jobs.claim(['deliver_event'], now, now + minuteMs);
    assert.ok(claimed !== undefined);
    await tx.jobs.release(claimed, now + 12 * 60 * minuteMs, { error: 'answered 500', counted: true });
  });
  const [waiting] = await shop.store.read.jobs.named({ kind: 'deliver_event', key: 'evt_1' });
  assert.ok(waiting !== undefined);
  await retryJob(shop.deps, support, waiting.id);
  assert.equal((await shop.store.read.jobs.byId(waiting.id))?.runAt, now);
  await assert.rejects(retryJob(shop.deps, support, waiting.id), code('illegal_transition'));
  await shop.drain();
  assert.equal(shop.delivered.length, 1);
});
