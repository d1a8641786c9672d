/** Refunds and their approvals. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newAttempt, newRefund, openShop, place, start } from './fixtures.ts';

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

  describe('refund approvals', () => {
    it('an order has at most one pending approval, and each approval is decided once', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const asked = {
        amountMinor: 690,
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
      const asked = { amountMinor: 1, currency: 'CNY', reason: 'r', requestedBy: 'ann', requestedAt: start };
      const id = await store.transaction((tx) => tx.refunds.insertApproval({ ...asked, orderId }));
      await assert.rejects(
        store.transaction((tx) => tx.refunds.decideApproval(id, 'confirmed', 'ann', start, null)),
      );
    });
  });
}
