/** Users and their memberships. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newGrant, openShop, place, start } from './fixtures.ts';

export function memberContract(open: OpenTestDatabase): void {
  describe('users and memberships', () => {
    it('two simultaneous first calls with the same subject create one user', async () => {
      await using database = await open();
      const { store } = database;
      const make = (issuer: string, subject: string) =>
        store.transaction((tx) => tx.members.insertUserOfSubject(issuer, subject, start));
      const [first, again] = await Promise.all([make('i', 's'), make('i', 's')]);
      assert.deepEqual(again, first);
      assert.equal(first.kind, 'user');
      assert.notEqual((await make('i', 't')).id, first.id);
      assert.notEqual((await make('j', 's')).id, first.id);
      assert.deepEqual(await store.read.members.userBySubject('i', 's'), first);
      assert.equal(await store.read.members.userBySubject('i', 'none'), undefined);
    });

    it('each guest is a separate user, whose end of membership can be set and removed', async () => {
      await using database = await open();
      const { store } = database;
      const guest = await store.transaction((tx) => tx.members.insertGuest(start));
      const other = await store.transaction((tx) => tx.members.insertGuest(start));
      assert.notEqual(guest.id, other.id);
      await store.transaction((tx) => tx.members.setMemberUntil(guest.id, start + 1));
      assert.deepEqual(await store.read.members.userById(guest.id), { ...guest, memberUntil: start + 1 });
      assert.deepEqual(await store.transaction((tx) => tx.members.lockUser(other.id)), other);
      await store.transaction((tx) => tx.members.setMemberUntil(guest.id, null));
      assert.deepEqual(await store.read.members.userById(guest.id), guest);
      assert.equal(await store.read.members.userById(other.id + 1), undefined);
    });

    it('an order grants months at most once, and revoking its grant leaves other grants in force', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = await place(store, shop);
      const grant = (orderId: number | null) =>
        store.transaction((tx) => tx.members.insertGrant(newGrant(shop.userId, orderId)));
      await grant(order.id);
      await assert.rejects(grant(order.id));
      await grant(null);
      await grant(null);
      await store.transaction((tx) => tx.members.revokeGrantOfOrder(order.id, start + 3));
      await store.transaction((tx) => tx.members.revokeGrantOfOrder(order.id, start + 4));
      const grants = await store.read.members.grantsOf(shop.userId);
      assert.deepEqual(
        grants.map(({ orderId, revokedAt }) => [orderId, revokedAt]),
        [
          [order.id, start + 3],
          [null, null],
          [null, null],
        ],
      );
    });

    it('a search for users matches id and subject and returns the newest first', async () => {
      await using database = await open();
      const { store } = database;
      const guest = await store.transaction((tx) => tx.members.insertGuest(start));
      const known = await store.transaction((tx) => tx.members.insertUserOfSubject('i', 's', start + 1));
      const shown = { ...known, issuer: 'i', subject: 's', createdAt: start + 1, erasedAt: null };
      const plain = { ...guest, issuer: null, subject: null, createdAt: start, erasedAt: null };
      const find = (id: number | null, subject: string | null, beforeId: number | null = null) =>
        store.read.members.searchUsers({ id, subject }, beforeId, 9);
      assert.deepEqual(await find(null, null), [shown, plain]);
      assert.deepEqual(await find(null, null, known.id), [plain]);
      assert.deepEqual(await find(null, 's'), [shown]);
      assert.deepEqual(await find(guest.id, null), [plain]);
      assert.deepEqual(await find(guest.id, 's'), []);
    });

    it('a grant by an operator contains the operator and the reason; a grant by an order contains the order’s number and price', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = await place(store, shop);
      await store.transaction((tx) => tx.members.insertGrant(newGrant(shop.userId, order.id)));
      const grant = {
        userId: shop.userId,
        months: 3,
        grantedAt: start + 1,
        grantedBy: 'ann',
        reason: 'sorry',
      };
      const id = await store.transaction((tx) => tx.members.insertOperatorGrant(grant));
      await store.transaction((tx) => tx.members.endGrant(id, start + 2, 'bob', 'a mistake'));
      const [bought, given] = await store.read.members.grantRecordsOf(shop.userId);
      assert.deepEqual([bought?.orderNo, bought?.orderPriceMinor], [order.orderNo, order.priceMinor]);
      assert.equal(bought?.grantedBy, null);
      const end = { revokedAt: start + 2, revokedBy: 'bob', revokeReason: 'a mistake' };
      const ofNoOrder = { orderId: null, orderNo: null, orderPriceMinor: null };
      assert.deepEqual(given, { id, ...grant, monthsRefunded: 0, ...ofNoOrder, ...end });
      await assert.rejects(store.transaction((tx) => tx.members.endGrant(id, start + 3, 'bob', 'again')));
    });
  });
}
