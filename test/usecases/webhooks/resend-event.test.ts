/** The webhook events of an order in the console: how each was delivered, and sending an event again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showOrder } from '../../../src/usecases/orders/show-order.ts';
import { resendEvent } from '../../../src/usecases/webhooks/resend-event.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { openShop } from '../../support/shop.ts';
import { markNextDead } from '../jobs/dead-jobs.ts';

const anna = operatorOf('support');
const viewer = operatorOf('viewer');

test('a resent event has the id and the body of its first delivery', async () => {
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
  assert.equal(shop.delivered.length, 2, 'two requests did not make exactly one further delivery');
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

test('an event with a dead delivery is delivered once when it is resent', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await markNextDead(shop, 'deliver_event');
  const [event] = (await showOrder(deps, anna, orderNo)).events;
  assert.equal(event?.deliveredAt, null);
  await resendEvent(deps, anna, orderNo, event?.eventId ?? '');
  await shop.drain();
  assert.equal(shop.delivered.length, 1);
  assert.deepEqual((await showOrder(deps, anna, orderNo)).jobs, []);
});

test('an event is shown with its delivery time, its number of attempts and its last error', async () => {
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

test('an event stays delivered after its job attempts are purged', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await shop.drain();
  const at = shop.clock.now();
  shop.clock.advance(31 * 24 * 60 * 60_000);
  await shop.drain();
  const [event] = (await showOrder(deps, viewer, orderNo)).events;
  assert.deepEqual([event?.deliveredAt, event?.attempts], [at, 1]);
});

test('resending is refused for an event of another order, without an endpoint, and to a viewer', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  const other = await shop.placeVip();
  const [event] = (await showOrder(deps, anna, other)).events;
  const eventId = event?.eventId ?? '';
  await assert.rejects(resendEvent(deps, anna, orderNo, eventId), code('unknown_item'));
  await assert.rejects(resendEvent(deps, viewer, other, eventId), code('forbidden'));
  const [endpoint] = await shop.store.read.webhookEndpoints.all();
  await shop.store.transaction((tx) => tx.webhookEndpoints.remove(endpoint?.id ?? 0));
  await assert.rejects(resendEvent(deps, anna, other, eventId), code('illegal_transition'));
  assert.deepEqual(await auditLog(shop), []);
});
