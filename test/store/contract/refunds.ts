/** Refunds and their approvals. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newAttempt, newGrant, newRefund, openShop, place, start } from './fixtures.ts';

export function refundContract(open: OpenTestDatabase): void {
  describe('refunds', () => {
    it('a refund is read as it was saved, and a save is refused if the stored state is not the expected one', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const refund = await store.transaction(async (tx) =>
        tx.refunds.insert(newRefund(await tx.payments.insert(newAttempt(order.id)))),
      );
      const done = {
        ...refund,
        state: 'done',
        providerRefundId: 'b',
        finishedAt: start,
        lastError: 'e',
      } as const;
      await store.transaction((tx) => tx.refunds.save(done, 'requested'));
      assert.deepEqual(await store.read.refunds.byNo(refund.refundNo), done);
      await assert.rejects(store.transaction((tx) => tx.refunds.save(refund, 'requested')));
      assert.deepEqual(await store.read.refunds.ofOrder(order.id), [done]);
    });
  });

  describe('partial refunds', () => {
    it('an order has any number of partial refunds, but at most one refund of the order', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const attempt = await store.transaction((tx) => tx.payments.insert(newAttempt(order.id)));
      const insert = (months: number | null) =>
        store.transaction((tx) => tx.refunds.insert(newRefund(attempt, { months })));
      await insert(1);
      await insert(2);
      await insert(null);
      await assert.rejects(insert(null));
      await assert.rejects(insert(0));
      const refunds = await store.read.refunds.ofOrder(order.id);
      assert.deepEqual(
        refunds.map(({ months }) => months),
        [1, 2, null],
      );
    });

    it('months can be taken back only from a grant that is not revoked, and the grant keeps at least one month', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = await place(store, shop);
      await store.transaction((tx) =>
        tx.members.insertGrant({ ...newGrant(shop.userId, order.id), months: 3 }),
      );
      const takeBack = (months: number) =>
        store.transaction((tx) => tx.members.takeBackMonths(order.id, months));
      await takeBack(1);
      await takeBack(1);
      await assert.rejects(takeBack(1));
      const [grant] = await store.read.members.grantsOf(shop.userId);
      assert.deepEqual([grant?.months, grant?.monthsRefunded], [3, 2]);
      await store.transaction((tx) => tx.members.revokeGrantOfOrder(order.id, start));
      await assert.rejects(takeBack(1));
    });
  });

  describe('refund approvals', () => {
    it('an order has at most one pending approval, and each approval is decided once', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const asked = {
        amountMinor: 690,
        months: null,
        settledRefundNo: null,
        currency: 'CNY',
        reason: 'r',
        requestedBy: 'ann',
        requestedAt: start,
      };
      const ask = () => store.transaction((tx) => tx.refunds.insertApproval({ ...asked, orderId: order.id }));
      const id = await ask();
      await assert.rejects(ask());
      const undecided = { decidedBy: null, decidedAt: null, decisionReason: null };
      const named = { id, orderId: order.id, orderNo: order.orderNo, ...asked };
      const pending = { ...named, state: 'pending', ...undecided } as const;
      assert.deepEqual(await store.read.refunds.approvalById(id), pending);
      assert.deepEqual(await store.read.refunds.pendingApproval(order.id), pending);
      assert.deepEqual(await store.read.refunds.approvals('pending', null, 9), [pending]);
      assert.deepEqual(await store.read.refunds.oldestPending(9), [pending]);
      assert.deepEqual(await store.read.refunds.approvals('decided', null, 9), []);
      const decide = () =>
        store.transaction((tx) => tx.refunds.decideApproval(id, 'rejected', 'bob', start + 1, 'no'));
      assert.equal(await decide(), true);
      assert.equal(await decide(), false);
      assert.equal(await store.read.refunds.pendingApproval(order.id), undefined);
      const [decided] = await store.read.refunds.approvals('decided', null, 9);
      assert.deepEqual(
        [decided?.state, decided?.decidedBy, decided?.decisionReason],
        ['rejected', 'bob', 'no'],
      );
      assert.notEqual(await ask(), id);
    });

    it('an operator cannot confirm a refund that the same operator requested', async () => {
      await using database = await open();
      const { store } = database;
      const { id: orderId } = await place(store, await openShop(store));
      const asked = {
        amountMinor: 1,
        months: null,
        settledRefundNo: null,
        currency: 'CNY',
        reason: 'r',
        requestedBy: 'ann',
        requestedAt: start,
      };
      const id = await store.transaction((tx) => tx.refunds.insertApproval({ ...asked, orderId }));
      await assert.rejects(
        store.transaction((tx) => tx.refunds.decideApproval(id, 'confirmed', 'ann', start, null)),
      );
    });
  });
}
