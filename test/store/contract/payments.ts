import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newAttempt, newRefund, openShop, place, start } from './fixtures.ts';

export function paymentContract(open: OpenTestDatabase): void {
  describe('payments', () => {
    it('an attempt comes back as it was saved, by order, number and id', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const attempt = await store.transaction((tx) => tx.payments.insert(newAttempt(order.id)));
      const won = {
        ...attempt,
        state: 'won',
        providerRef: 'bank-1',
        clientData: '{"url":"x"}',
        receivedMinor: 690,
        receivedAt: start + 9,
      } as const;
      await store.transaction((tx) => tx.payments.save(won, 'opening'));
      assert.deepEqual(await store.read.payments.ofOrder(order.id), [won]);
      assert.deepEqual(await store.read.payments.byNo(won.paymentNo), won);
      assert.deepEqual(await store.read.payments.byId(won.id), won);
      assert.equal(await store.read.payments.byId(won.id + 1), undefined);
    });

    it('an attempt is changed only from the state that was read', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const attempt = await store.transaction((tx) => tx.payments.insert(newAttempt(order.id)));
      const closed = { ...attempt, state: 'closed' } as const;
      await assert.rejects(store.transaction((tx) => tx.payments.save(closed, 'open')));
      assert.deepEqual(await store.read.payments.byId(attempt.id), attempt);
    });

    it('an order is won once and refunded under one number', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const won = { state: 'won', receivedMinor: 690, receivedAt: start } as const;
      const attempt = await store.transaction((tx) => tx.payments.insert(newAttempt(order.id, won)));
      await assert.rejects(store.transaction((tx) => tx.payments.insert(newAttempt(order.id, won))));
      await store.transaction((tx) => tx.refunds.insert(newRefund(attempt)));
      await assert.rejects(store.transaction((tx) => tx.refunds.insert(newRefund(attempt))));
      await store.transaction((tx) => tx.refunds.insert(newRefund(attempt, { purpose: 'surplus' })));
      assert.equal((await store.read.refunds.ofOrder(order.id)).length, 2);
    });

    it('a refund comes back as it was saved and is changed only from the state that was read', async () => {
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

    it("a provider's event is recorded once; another provider's event of the same id is another", async () => {
      await using database = await open();
      const { store } = database;
      const record = {
        provider: 'sandbox',
        eventId: 'e1',
        paymentNo: 'p',
        refundNo: null,
        verdict: 'paid',
        receivedAt: start,
        receivedMinor: null,
        currency: null,
      };
      const recorded = (change: object) =>
        store.transaction((tx) => tx.payments.recordNotification({ ...record, ...change }));
      assert.equal(await recorded({}), true);
      assert.equal(await recorded({ verdict: 'closed' }), false);
      assert.equal(await recorded({ provider: 'stripe' }), true);
    });
  });

  describe('the sandbox bank', () => {
    const payment = {
      paymentNo: 'P1',
      amountMinor: 690,
      currency: 'CNY',
      title: '一寸照',
      state: 'open',
      plan: 'none',
      refundPlan: 'done',
      notifyUrl: 'http://localhost/n',
      returnUrl: 'http://localhost/r',
      providerRef: null,
      paidAt: null,
      expiresAt: start + 10,
      createdAt: start,
    } as const;
    const refund = {
      refundNo: 'R1',
      paymentNo: 'P1',
      amountMinor: 300,
      state: 'pending',
      notifyUrl: 'http://localhost/n',
      createdAt: start,
      finishedAt: null,
    } as const;

    it('opens a payment once: a repeat answers the one that stands', async () => {
      await using database = await open();
      const { sandboxLedger: ledger } = database;
      assert.deepEqual(await ledger.insertPayment(payment), payment);
      assert.deepEqual(await ledger.insertPayment({ ...payment, amountMinor: 1 }), payment);
      assert.deepEqual(await ledger.paymentByNo('P1'), payment);
      assert.equal(await ledger.paymentByNo('P2'), undefined);
    });

    it('changes a payment and a refund only from the state that was read', async () => {
      await using database = await open();
      const { sandboxLedger: ledger } = database;
      await ledger.insertPayment(payment);
      const paid = { ...payment, state: 'paid', paidAt: start + 1, providerRef: 'S1', plan: 'late' } as const;
      assert.equal(await ledger.savePayment(paid, 'declined'), false);
      assert.equal(await ledger.savePayment(paid, 'open'), true);
      assert.equal(await ledger.savePayment({ ...payment, state: 'closed' }, 'open'), false);
      assert.deepEqual(await ledger.paymentByNo('P1'), paid);
      assert.deepEqual(await ledger.insertRefund(refund), refund);
      assert.deepEqual(await ledger.insertRefund({ ...refund, amountMinor: 1 }), refund);
      const done = { ...refund, state: 'done', finishedAt: start + 2 } as const;
      assert.equal(await ledger.saveRefund(done, 'pending'), true);
      assert.equal(await ledger.saveRefund(done, 'pending'), false);
      assert.deepEqual(await ledger.refundByNo('R1'), done);
      assert.deepEqual(await ledger.refundsOfPayment('P1'), [done]);
    });

    it('sums what was taken and what was returned, per currency', async () => {
      await using database = await open();
      const { sandboxLedger: ledger } = database;
      assert.deepEqual(await ledger.balances(), []);
      const paid = { ...payment, state: 'paid', paidAt: start } as const;
      await ledger.insertPayment(paid);
      await ledger.insertPayment({ ...paid, paymentNo: 'P2' });
      await ledger.insertPayment({ ...paid, paymentNo: 'P3', currency: 'EUR' });
      await ledger.insertPayment({ ...payment, paymentNo: 'P4' });
      await ledger.insertRefund({ ...refund, state: 'done', finishedAt: start });
      await ledger.insertRefund({ ...refund, refundNo: 'R2', state: 'done', finishedAt: start });
      await ledger.insertRefund({ ...refund, refundNo: 'R3' });
      assert.deepEqual(await ledger.balances(), [
        { currency: 'CNY', takenMinor: 1380, returnedMinor: 600 },
        { currency: 'EUR', takenMinor: 690, returnedMinor: 0 },
      ]);
    });
  });
}
