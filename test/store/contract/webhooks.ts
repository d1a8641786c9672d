/** Webhook events. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { openShop, place, start } from './fixtures.ts';

export function webhookContract(open: OpenTestDatabase): void {
  describe('webhook events', () => {
    it('the events of an order are sorted oldest first and stay until a purge', async () => {
      await using database = await open();
      const { store } = database;
      const { id: orderId } = await place(store, await openShop(store));
      const event = {
        eventId: 'e1',
        orderId,
        type: 'order.paid',
        body: '{}',
        createdAt: start + 1,
        deliveredAt: null,
      };
      const sooner = { ...event, eventId: 'e2', createdAt: start };
      await store.transaction(async (tx) => {
        await tx.webhooks.insert(event);
        await tx.webhooks.insert(sooner);
      });
      assert.deepEqual(await store.read.webhooks.ofOrder(orderId), [sooner, event]);
      await store.transaction((tx) => tx.webhooks.recordDelivery('e1', start + 9));
      const taken = { ...event, deliveredAt: start + 9 };
      assert.deepEqual(await store.read.webhooks.ofOrder(orderId), [sooner, taken]);
      await store.transaction((tx) => tx.webhooks.purge(start + 1));
      assert.deepEqual(await store.read.webhooks.ofOrder(orderId), [taken]);
    });
  });
}
