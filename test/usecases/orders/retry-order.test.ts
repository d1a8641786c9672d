/** Trying again what failed: refunds, dead jobs, and work that nothing was paid for; and events sent again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryOrder } from '../../../src/usecases/orders/retry-order.ts';
import { showOrder } from '../../../src/usecases/orders/show-order.ts';
import type { JobKind } from '../../../src/usecases/ports/jobs.ts';
import { resendEvent } from '../../../src/usecases/webhooks/resend-event.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { anonymous, assertSound, colourise, openShop, type Shop } from '../../support/shop.ts';

const anna = operatorOf('support');
const viewer = operatorOf('viewer');

/** As a worker leaves a job that it tried too often. */
async function bury(shop: Shop, kind: JobKind): Promise<void> {
  const now = shop.clock.now();
  await shop.store.transaction(async (tx) => {
    const job = await tx.jobs.claim([kind], now, now + 1000);
    assert.ok(job !== undefined, `no ${kind} is due`);
    await tx.jobs.markDead(job, 'the endpoint is down');
  });
}

test('a failed refund is tried again under its own number', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  shop.bank.refundPlan = 'failed';
  await shop.service.refundOrder(anonymous, orderNo, null, 'r');
  await shop.drain();
  const failed = await showOrder(deps, anna, orderNo);
  assert.deepEqual([failed.refundState, failed.actions.includes('retry')], ['failed', true]);
  shop.bank.refundPlan = 'done';
  await retryOrder(deps, anna, orderNo);
  await shop.drain();
  const done = await showOrder(deps, anna, orderNo);
  assert.deepEqual([done.refundState, done.refunds.length], ['done', 1]);
  assert.ok(!done.actions.includes('retry'));
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.action, entry?.after?.refunds], ['refund_retried', 1]);
  await assertSound(shop);
});

test('a picture whose job was given up while it waited is made after all', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await bury(shop, 'process_order');
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/init');
  await retryOrder(deps, anna, orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  const [entry] = await auditLog(shop);
  assert.deepEqual([entry?.action, entry?.after?.jobs], ['order_retried', 1]);
  await assertSound(shop);
});

test('failed work of a free order is done again', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const good = (await shop.store.read.goods.all()).find(({ functName }) => functName === colourise.functName);
  assert.ok(good !== undefined);
  await shop.store.transaction((tx) => tx.goods.save({ ...good, priceMinor: 0 }));
  const orderNo = await shop.placeColourise();
  shop.orderImages.plan = { refused: 'no_face' };
  await shop.startPayment(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/fail');
  assert.ok((await showOrder(deps, anna, orderNo)).actions.includes('retry'));
  shop.orderImages.plan = 'made';
  await retryOrder(deps, anna, orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.ok((await shop.events(orderNo)).includes('work_retried'));
  await assertSound(shop);
});

test('where nothing failed nothing is tried again, nor by a viewer', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await assert.rejects(retryOrder(deps, anna, orderNo), code('illegal_transition'));
  await assert.rejects(retryOrder(deps, anna, 'X'), code('unknown_order'));
  await assert.rejects(retryOrder(deps, viewer, orderNo), code('forbidden'));
  assert.deepEqual(await auditLog(shop), []);
});

test('an event is sent again under its first id and as it was', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await shop.drain();
  const [event] = (await showOrder(deps, anna, orderNo)).events;
  assert.ok(event !== undefined && event.type === 'order.created');
  shop.clock.advance(60_000);
  await resendEvent(deps, anna, orderNo, event.eventId);
  await resendEvent(deps, anna, orderNo, event.eventId);
  await shop.drain();
  assert.equal(shop.delivered.length, 2, 'pressed twice, it was not sent twice');
  assert.deepEqual(shop.delivered[1], shop.delivered[0]);
  const log = await auditLog(shop);
  assert.deepEqual(
    log.map(({ action, after }) => [action, after?.event_id]),
    [
      ['event_resent', event.eventId],
      ['event_resent', event.eventId],
    ],
  );
});

test('an event that was given up goes out again, once', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await bury(shop, 'deliver_event');
  const [event] = (await showOrder(deps, anna, orderNo)).events;
  assert.deepEqual([event?.deliveredAt, event?.lastError], [null, 'the endpoint is down']);
  await resendEvent(deps, anna, orderNo, event?.eventId ?? '');
  await shop.drain();
  assert.equal(shop.delivered.length, 1);
  assert.deepEqual((await showOrder(deps, anna, orderNo)).jobs, []);
});

test('an event tells when it was delivered, and of what went wrong before', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  const waiting = (await showOrder(deps, viewer, orderNo)).events[0];
  assert.deepEqual([waiting?.deliveredAt, waiting?.attempts], [null, 0]);
  await shop.drain();
  const { events, timeline } = await showOrder(deps, viewer, orderNo);
  assert.deepEqual(
    [events[0]?.deliveredAt, events[0]?.attempts, events[0]?.lastError],
    [shop.clock.now(), 1, null],
  );
  const job = timeline.find(({ kind }) => kind === 'job');
  assert.deepEqual([job?.what, job?.data.end, job?.data.attempt], ['deliver_event', 'done', 1]);
});

test('an event that was delivered stays so when nobody knows its attempts any more', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await shop.drain();
  const at = shop.clock.now();
  shop.clock.advance(31 * 24 * 60 * 60_000);
  await shop.drain();
  const [event] = (await showOrder(deps, viewer, orderNo)).events;
  assert.deepEqual([event?.deliveredAt, event?.attempts], [at, 0]);
});

test('no event is sent that is not the order’s, without an address, or by a viewer', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  const other = await shop.placeVip();
  const [event] = (await showOrder(deps, anna, other)).events;
  const eventId = event?.eventId ?? '';
  await assert.rejects(resendEvent(deps, anna, orderNo, eventId), code('unknown_item'));
  await assert.rejects(resendEvent(deps, viewer, other, eventId), code('forbidden'));
  const settings = { ...deps.settings, eventsUrl: null };
  await assert.rejects(resendEvent({ ...deps, settings }, anna, other, eventId), code('illegal_transition'));
  assert.deepEqual(await auditLog(shop), []);
});
