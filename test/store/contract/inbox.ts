/** Owners of inbox items, internal notes, and what the inbox reads. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newAttempt, newRefund, openShop, place, start } from './fixtures.ts';

export function inboxContract(open: OpenTestDatabase): void {
  describe('the inbox', () => {
    it('an item has one owner, who can be replaced and removed', async () => {
      await using database = await open();
      const { store } = database;
      const owned = { topic: 'dispute', itemId: 5, owner: 'ann', since: start } as const;
      await store.transaction(async (tx) => {
        await tx.inbox.lockItem('dispute', 5);
        await tx.inbox.saveOwner(owned);
        await tx.inbox.saveOwner({ ...owned, itemId: 9 });
        await tx.inbox.saveOwner({ ...owned, topic: 'difference' });
      });
      assert.deepEqual(await store.read.inbox.owners('dispute', 4, 8), [owned]);
      const later = { ...owned, owner: 'bob', since: start + 1 };
      await store.transaction((tx) => tx.inbox.saveOwner(later));
      assert.deepEqual(await store.read.inbox.owners('dispute', 5, 5), [later]);
      await store.transaction((tx) => tx.inbox.removeOwner('dispute', 5));
      assert.deepEqual(await store.read.inbox.owners('dispute', 1, 8), []);
      assert.equal((await store.read.inbox.owners('difference', 1, 8)).length, 1);
    });

    it('notes are listed newest first in pages, counted by target, and removed alone or with their target', async () => {
      await using database = await open();
      const { store } = database;
      const note = {
        targetKind: 'order',
        targetId: 3,
        operator: 'ann',
        text: 'a',
        createdAt: start,
      } as const;
      const [first, second, third, other] = await store.transaction(async (tx) => [
        await tx.inbox.insertNote(note),
        await tx.inbox.insertNote({ ...note, text: 'b' }),
        await tx.inbox.insertNote({ ...note, text: 'c' }),
        await tx.inbox.insertNote({ ...note, targetKind: 'user' }),
      ]);
      assert.ok(first !== undefined && second !== undefined && third !== undefined && other !== undefined);
      const page = await store.read.inbox.notes(note, null, 2);
      assert.deepEqual(page, [third, second]);
      assert.deepEqual(await store.read.inbox.notes(note, second.id, 2), [first]);
      assert.deepEqual(await store.read.inbox.noteCounts('order', 1, 9), [{ targetId: 3, count: 3 }]);
      assert.deepEqual(await store.read.inbox.note(first.id), first);
      await store.transaction((tx) => tx.inbox.removeNote(first.id));
      assert.equal(await store.read.inbox.note(first.id), undefined);
      await store.transaction((tx) => tx.inbox.removeNotesOf({ targetKind: 'order', targetId: 3 }));
      assert.deepEqual(await store.read.inbox.notes(note, null, 9), []);
      assert.deepEqual(await store.read.inbox.note(other.id), other);
    });

    it('failed refunds and open disputes are listed with the numbers of their orders', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const { refund, dispute } = await store.transaction(async (tx) => {
        const attempt = await tx.payments.insert(newAttempt(order.id));
        const made = await tx.refunds.insert(newRefund(attempt));
        const report = { provider: 'bank', orderId: order.id, paymentNo: attempt.paymentNo };
        const facts = { amountMinor: 1, currency: 'CNY', reason: 'r', openedAt: start, changedAt: start };
        await tx.disputes.insert({ ...report, ...facts, disputeNo: 'D1', state: 'won' });
        const opened = await tx.disputes.insert({ ...report, ...facts, disputeNo: 'D2', state: 'open' });
        return { refund: made, dispute: opened };
      });
      assert.deepEqual(await store.read.refunds.failed(9), []);
      const failed = { ...refund, state: 'failed', lastError: 'no', failureCode: 'too_late' } as const;
      await store.transaction((tx) => tx.refunds.save(failed, refund.state));
      assert.deepEqual(await store.read.refunds.failed(9), [{ ...failed, orderNo: order.orderNo }]);
      assert.deepEqual(await store.read.disputes.open(9), [{ ...dispute, orderNo: order.orderNo }]);
      assert.deepEqual(await store.read.disputes.openOf('bank', 9), [dispute]);
      assert.deepEqual(await store.read.disputes.openOf('other', 9), []);
    });
  });
}
