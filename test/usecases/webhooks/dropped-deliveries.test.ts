/** Deliveries that cannot be made through no fault of the endpoint. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addEndpoint, pauseEndpoint } from '../../../src/usecases/webhooks/manage-endpoints.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { erp, owner, statesOfDeliveries } from './webhook-shop.ts';

async function openWithDelivery() {
  const shop = await openShop({ settings: { eventsUrl: null } });
  const { endpoint } = await addEndpoint(shop.deps, owner, { ...erp, events: ['order.created'] });
  const { id } = await shop.order(await shop.placeColourise());
  return { shop, endpointId: endpoint.id, key: `${await eventOf(shop, id)}/${endpoint.id}` };
}

async function eventOf(shop: Shop, orderId: number): Promise<string> {
  const [delivery] = await shop.store.read.webhooks.deliveriesOfOrder(orderId);
  return delivery?.eventId ?? assert.fail();
}

test('the log says so when a delivery to a paused endpoint does not exist any more, so that it cannot be held', async () => {
  const { shop, endpointId } = await openWithDelivery();
  await using _ = shop;
  await pauseEndpoint(shop.deps, owner, endpointId);
  await shop.store.transaction((tx) => tx.webhooks.purge(shop.clock.now() + 1));
  await shop.drain();
  const dropped = 'webhook dropped: the endpoint is not active and the delivery does not exist any more';
  assert.ok(shop.log.lines.some(({ level, message }) => level === 'warn' && message === dropped));
});

test('a delivery that never reached the endpoint, because its payload cannot be read, does not make the endpoint failing', async () => {
  const { shop, endpointId, key } = await openWithDelivery();
  await using _ = shop;
  await shop.store.transaction(async (tx) => {
    await tx.jobs.cancel('deliver_event', key);
    const job = { kind: 'deliver_event', key, payload: {}, priority: 0, attemptsMax: 1, requestId: null };
    await tx.jobs.enqueue({ ...job, runAt: shop.clock.now() });
  });
  await shop.drain();
  assert.deepEqual(await statesOfDeliveries(shop, endpointId), ['order.created failed']);
  const endpoint = await shop.store.read.webhookEndpoints.byId(endpointId);
  assert.equal(endpoint?.failingSince, null);
});
