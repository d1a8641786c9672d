/** The addresses for e-mails about orders. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderEmail } from '../../../src/usecases/emails/email-store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { openShop, place, start } from './fixtures.ts';

const entered: Omit<OrderEmail, 'orderId'> = {
  address: 'ann@example.com',
  addressDigest: 'digest of ann',
  language: 'zh',
  unsubscribeToken: 'token of ann',
  messageKey: 'key of ann',
  entries: 1,
  queued: 0,
  enteredAt: start,
  unsubscribedAt: null,
};

export function emailContract(open: OpenTestDatabase): void {
  describe('addresses for e-mails', () => {
    it('an order has the address that was saved last, and the address is found by its unsubscribe token', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const first: OrderEmail = { ...entered, orderId: order.id };
      await store.transaction((tx) => tx.emails.save(first));
      assert.deepEqual(await store.read.emails.ofOrder(order.id), first);
      assert.deepEqual(await store.read.emails.byToken('token of ann'), first);
      const second: OrderEmail = {
        ...{ orderId: order.id, address: null, addressDigest: 'digest of bob', language: 'en' },
        ...{ unsubscribeToken: 'token of bob', messageKey: 'key of bob', entries: 2, queued: 3 },
        ...{ enteredAt: start + 1, unsubscribedAt: start + 2 },
      };
      await store.transaction((tx) => tx.emails.save(second));
      assert.deepEqual(await store.read.emails.ofOrder(order.id), second);
      assert.equal(await store.read.emails.byToken('token of ann'), undefined);
      assert.equal(await store.read.emails.ofOrder(order.id + 1), undefined);
    });

    it('an address finds the orders that have it now, the newest first, also with digests of several keys', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      for (const [index, change] of [
        { queued: 1, enteredAt: start - 1 },
        { queued: 1 },
        { queued: 4, address: null, enteredAt: start + 5 },
        { queued: 0 },
        { queued: 1, addressDigest: 'digest of bob' },
      ].entries()) {
        const { id: orderId } = await place(store, shop);
        const email = { ...entered, orderId, unsubscribeToken: `token ${index}`, ...change };
        await store.transaction((tx) => tx.emails.save(email));
      }
      const annsOrders = await store.read.emails.ordersOf(['digest of ann'], 5);
      const bobsOrders = await store.read.emails.ordersOf(['digest of bob'], 5);
      const both = await store.read.emails.ordersOf(['digest of ann', 'digest of bob'], 5);
      assert.deepEqual(both.toSorted(), [...annsOrders, ...bobsOrders].toSorted());
      assert.deepEqual([annsOrders.length, bobsOrders.length], [3, 1], 'a removed address finds no order');
      assert.ok(!annsOrders.includes(bobsOrders[0] ?? 0));
      assert.equal((await store.read.emails.ordersOf(['digest of ann'], 2)).length, 2);
      await store.transaction((tx) => tx.emails.purge(start));
      assert.equal(await store.read.emails.byToken('token 0'), undefined);
      assert.notEqual(await store.read.emails.byToken('token 1'), undefined);
    });

    it('the count of an address contains each other order about which e-mails were queued to it since the given time, once', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const ids: number[] = [];
      for (let index = 0; index < 3; index++) {
        const { id: orderId } = await place(store, shop);
        ids.push(orderId);
        const unsubscribeToken = `token ${index}`;
        const enteredAt = start - (index === 2 ? 1 : 0);
        await store.transaction((tx) => tx.emails.save({ ...entered, orderId, unsubscribeToken, enteredAt }));
      }
      const [first = 0, second = 0, third = 0] = ids;
      const record = (orderId: number, addressDigest: string, firstAt: number) =>
        store.transaction((tx) => tx.emails.recordRecipient({ orderId, addressDigest, firstAt }));
      await record(first, 'digest of ann', start);
      await record(first, 'former digest of ann', start + 2);
      await record(second, 'digest of ann', start + 5);
      await record(second, 'digest of bob', start + 5);
      await record(third, 'digest of ann', start - 1);
      await record(third, 'digest of ann', start + 1);
      const anns = ['digest of ann', 'former digest of ann'];
      const count = (digests: string[], exceptOrderId = 0, isFree = false) =>
        store.read.emails.countWritten(digests, start, { isFree, exceptOrderId });
      assert.equal(await count(anns), 2);
      assert.equal(await count(anns, second), 1);
      assert.equal(await count(['digest of bob']), 1);
      assert.equal(await count(['digest of eve']), 0);
      assert.equal(await count(anns, 0, true), 0);
      const free = await place(store, shop, { priceMinor: 0 });
      await store.transaction((tx) =>
        tx.emails.save({ ...entered, orderId: free.id, unsubscribeToken: 'token of the free order' }),
      );
      await record(free.id, 'digest of ann', start);
      assert.deepEqual([await count(anns, 0, true), await count(anns)], [1, 2]);
      assert.equal(await store.read.emails.isWritten(third, 'digest of ann'), true);
      assert.equal(await store.read.emails.isWritten(third, 'digest of bob'), false);
      await store.transaction((tx) => tx.emails.purge(start));
      assert.equal(await store.read.emails.isWritten(third, 'digest of ann'), false);
      assert.equal(await store.read.emails.isWritten(first, 'digest of ann'), true);
    });
  });
}
