/** Webhook events, their deliveries and the endpoints. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../../src/usecases/ports/store.ts';
import type { WebhookEndpoint } from '../../../src/usecases/webhooks/endpoint-store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { openShop, place, start } from './fixtures.ts';

const event = { eventId: 'e1', orderId: null, type: 'order.paid', body: '{}', createdAt: start + 1 };
const sooner = { ...event, eventId: 'e2', createdAt: start };

const newEndpoint: Omit<WebhookEndpoint, 'id'> = {
  origin: 'console',
  url: 'https://shop.example/hook',
  events: ['order.paid'],
  state: 'active',
  offReason: null,
  stateSince: start,
  failingSince: null,
  lastFailureAt: null,
  sealedSecret: 'sealed',
  formerSealedSecret: null,
  formerUntil: null,
  createdAt: start,
};

const nothingYet = {
  attempts: 0,
  lastAttemptAt: null,
  lastStatus: null,
  lastError: null,
  deliveredAt: null,
};

function addEndpoint(store: Store, change: Partial<WebhookEndpoint> = {}): Promise<number> {
  return store.transaction((tx) => tx.webhookEndpoints.insert({ ...newEndpoint, ...change }));
}

export function webhookContract(open: OpenTestDatabase): void {
  describe('webhook events', () => {
    it('the events of an order are sorted oldest first and stay until a purge', async () => {
      await using database = await open();
      const { store } = database;
      const { id: orderId } = await place(store, await openShop(store));
      const [late, early] = [
        { ...event, orderId },
        { ...sooner, orderId },
      ];
      await store.transaction(async (tx) => {
        await tx.webhooks.insert(late);
        await tx.webhooks.insert(early);
        for (const { eventId, createdAt } of [late, early])
          await tx.webhooks.insertDelivery({ eventId, endpointId: 7, createdAt, state: 'waiting' });
      });
      assert.deepEqual(await store.read.webhooks.ofOrder(orderId), [early, late]);
      const deliveries = await store.read.webhooks.deliveriesOfOrder(orderId);
      assert.deepEqual(
        deliveries.map(({ eventId }) => eventId),
        ['e2', 'e1'],
      );
      await store.transaction((tx) => tx.webhooks.purge(start + 1));
      assert.deepEqual(await store.read.webhooks.ofOrder(orderId), [late]);
      assert.equal((await store.read.webhooks.deliveriesOfOrder(orderId)).length, 1);
    });

    it('a search returns the matching events newest first, page by page', async () => {
      await using database = await open();
      const { store } = database;
      const sameTime = { ...event, eventId: 'e3', type: 'order.done' };
      await store.transaction(async (tx) => {
        for (const each of [event, sooner, sameTime]) await tx.webhooks.insert(each);
      });
      const search = store.read.webhooks.search;
      const all = { type: null, from: null, to: null };
      assert.deepEqual(await search(all, null, 2), [sameTime, event]);
      assert.deepEqual(await search(all, event, 2), [sooner]);
      assert.deepEqual(await search({ ...all, type: 'order.paid' }, null, 9), [event, sooner]);
      assert.deepEqual(await search({ ...all, from: start, to: start + 1 }, null, 9), [sooner]);
    });

    it('a delivery counts its attempts and keeps the last result', async () => {
      await using database = await open();
      const { store } = database;
      const id = { eventId: 'e1', endpointId: 7 };
      const readDelivery = async () => (await store.read.webhooks.deliveriesOf('e1'))[0];
      await store.transaction(async (tx) => {
        await tx.webhooks.insert(event);
        await tx.webhooks.insertDelivery({ ...id, createdAt: event.createdAt, state: 'waiting' });
        await tx.webhooks.insertDelivery({ ...id, createdAt: event.createdAt, state: 'held' });
      });
      const delivery = { ...nothingYet, ...id, createdAt: event.createdAt, state: 'waiting' };
      assert.deepEqual(await readDelivery(), delivery);
      const at = start + 5;
      await store.transaction((tx) => tx.webhooks.recordFailure({ ...id, at, status: 500 }, 'no', false));
      const tried = { ...delivery, attempts: 1, lastAttemptAt: at, lastStatus: 500, lastError: 'no' };
      assert.deepEqual(await readDelivery(), tried);
      await store.transaction((tx) => tx.webhooks.recordFailure({ ...id, at, status: null }, 'no', true));
      assert.deepEqual(await readDelivery(), { ...tried, attempts: 2, lastStatus: null, state: 'failed' });
      await store.transaction((tx) => tx.webhooks.recordSuccess({ ...id, at: at + 1, status: 204 }));
      assert.deepEqual(await readDelivery(), {
        ...delivery,
        state: 'delivered',
        attempts: 3,
        lastAttemptAt: at + 1,
        lastStatus: 204,
        deliveredAt: at + 1,
      });
      const [logged] = await store.read.webhooks.deliveryLog({ endpointId: 7, state: 'delivered' }, null, 9);
      assert.deepEqual([logged?.eventId, logged?.type, logged?.orderId], ['e1', 'order.paid', null]);
      assert.deepEqual(await store.read.webhooks.deliveryLog({ endpointId: 7, state: 'held' }, null, 9), []);
    });

    it('a replay sets failed and missing deliveries of the chosen event types and period to held, and on request also delivered ones', async () => {
      await using database = await open();
      const { store } = database;
      const failed = { ...event, eventId: 'failed' };
      const delivered = { ...event, eventId: 'delivered' };
      const waiting = { ...event, eventId: 'waiting' };
      const missing = { ...event, eventId: 'missing' };
      const otherType = { ...event, eventId: 'other', type: 'order.done' };
      const tooLate = { ...event, eventId: 'late', createdAt: start + 9 };
      const of = (eventId: string) => ({ eventId, endpointId: 7, createdAt: event.createdAt });
      await store.transaction(async (tx) => {
        for (const each of [failed, delivered, waiting, missing, otherType, tooLate])
          await tx.webhooks.insert(each);
        for (const state of ['failed', 'delivered', 'waiting'] as const)
          await tx.webhooks.insertDelivery({ ...of(state), state });
      });
      const replay = {
        endpointId: 7,
        events: ['order.paid'],
        after: { createdAt: start, eventId: '' },
        through: { createdAt: start + 9, eventId: '' },
        deliveredToo: false,
      };
      const held = async () => (await store.read.webhooks.held(7, 9)).map(({ eventId }) => eventId);
      assert.equal(await store.transaction((tx) => tx.webhooks.holdForReplay(replay)), 2);
      assert.deepEqual(await held(), ['failed', 'missing']);
      const again = { ...replay, events: [], deliveredToo: true };
      assert.equal(await store.transaction((tx) => tx.webhooks.holdForReplay(again)), 2);
      assert.deepEqual(await held(), ['delivered', 'failed', 'missing', 'other']);
    });

    it('a page ends at its last event, and replays are stored with their position until they are removed', async () => {
      await using database = await open();
      const { store } = database;
      const { webhooks } = store.read;
      const named = (eventId: string, createdAt: number) => ({ ...event, eventId, createdAt });
      const replay = {
        endpointId: 7,
        after: { createdAt: start, eventId: '' },
        to: start + 2,
        deliveredToo: true,
      };
      await store.transaction(async (tx) => {
        for (const each of [
          named('c', start + 1),
          named('b', start),
          named('a', start),
          named('d', start + 2),
        ])
          await tx.webhooks.insert(each);
        await tx.webhooks.insertReplay(replay);
      });
      const cursor = (eventId: string, createdAt: number) => ({ createdAt, eventId });
      assert.deepEqual(await webhooks.endOfPage(replay.after, replay.to, 2), cursor('b', start));
      assert.equal(await webhooks.endOfPage(replay.after, replay.to, 3), undefined);
      assert.equal(await webhooks.endOfPage(cursor('b', start), replay.to, 1), undefined);
      const { after, ...rest } = replay;
      const page = { ...rest, events: [], after, through: cursor('b', start) };
      assert.equal(await store.transaction((tx) => tx.webhooks.holdForReplay(page)), 2);
      const next = { ...page, after: page.through, through: cursor('', replay.to) };
      assert.equal(await store.transaction((tx) => tx.webhooks.holdForReplay(next)), 1);
      const [stored = assert.fail()] = await webhooks.replays();
      assert.deepEqual(stored, { ...replay, id: stored.id });
      await store.transaction((tx) => tx.webhooks.moveReplay(stored.id, cursor('b', start)));
      assert.deepEqual(await webhooks.replays(), [{ ...stored, after: cursor('b', start) }]);
      await store.transaction((tx) => tx.webhooks.removeReplay(stored.id));
      assert.deepEqual(await webhooks.replays(), []);
    });
  });

  describe('webhook endpoints', () => {
    it('the endpoint from the environment variables is listed first, and changes of an endpoint are stored', async () => {
      await using database = await open();
      const { store } = database;
      const id = await addEndpoint(store);
      const first = await addEndpoint(store, { origin: 'environment', events: [] });
      const { all, byId } = store.read.webhookEndpoints;
      assert.deepEqual(
        (await all()).map((endpoint) => endpoint.id),
        [first, id],
      );
      assert.deepEqual(await byId(id), { ...newEndpoint, id });
      const secrets = { sealedSecret: 'new', formerSealedSecret: 'sealed', formerUntil: start + 9 };
      const target = { url: 'https://other.example/', events: [] };
      await store.transaction(async (tx) => {
        await tx.webhookEndpoints.setTarget(id, target);
        await tx.webhookEndpoints.setSecrets(id, secrets);
        await tx.webhookEndpoints.setFailing(id, start + 1, start + 2);
      });
      const failing = { failingSince: start + 1, lastFailureAt: start + 2 };
      assert.deepEqual(await byId(id), { ...newEndpoint, id, ...target, ...secrets, ...failing });
    });

    it('a change of state resets the failures of an endpoint, and a repeated change has no effect', async () => {
      await using database = await open();
      const { store } = database;
      const id = await addEndpoint(store, { failingSince: start, lastFailureAt: start });
      const off = () => store.transaction((tx) => tx.webhookEndpoints.setState(id, 'off', 'gone', start + 3));
      assert.equal(await off(), true);
      assert.equal(await off(), false);
      const stored = await store.read.webhookEndpoints.byId(id);
      assert.deepEqual(
        [stored?.state, stored?.offReason, stored?.stateSince, stored?.failingSince, stored?.lastFailureAt],
        ['off', 'gone', start + 3, null, null],
      );
    });

    it('a new address of an endpoint resets its failures, and other events for the same address do not', async () => {
      await using database = await open();
      const { store } = database;
      const failing = { failingSince: start, lastFailureAt: start + 1 };
      const id = await addEndpoint(store, failing);
      const change = async (target: Pick<WebhookEndpoint, 'url' | 'events'>) => {
        await store.transaction((tx) => tx.webhookEndpoints.setTarget(id, target));
        const stored = await store.read.webhookEndpoints.byId(id);
        return { failingSince: stored?.failingSince, lastFailureAt: stored?.lastFailureAt };
      };
      assert.deepEqual(await change({ url: newEndpoint.url, events: [] }), failing);
      const corrected = await change({ url: 'https://shop.example/right', events: [] });
      assert.deepEqual(corrected, { failingSince: null, lastFailureAt: null });
    });

    it('a later transaction sees which endpoints were added, changed and removed, and no endpoint of a transaction that failed', async () => {
      await using database = await open();
      const { store } = database;
      const wishes = () => store.transaction((tx) => tx.webhookEndpoints.wishes());
      assert.deepEqual(await wishes(), []);
      const failing = store.transaction(async (tx) => {
        await tx.webhookEndpoints.insert(newEndpoint);
        await tx.webhookEndpoints.wishes();
        throw new Error('rolled back');
      });
      await assert.rejects(failing, /rolled back/);
      assert.deepEqual(await wishes(), []);
      const id = await addEndpoint(store);
      assert.deepEqual(await wishes(), [{ id, state: 'active', events: ['order.paid'] }]);
      await store.transaction((tx) => tx.webhookEndpoints.setState(id, 'paused', null, start));
      assert.deepEqual(await wishes(), [{ id, state: 'paused', events: ['order.paid'] }]);
      await store.transaction((tx) => tx.webhookEndpoints.remove(id));
      assert.deepEqual(await wishes(), []);
    });
  });
}
