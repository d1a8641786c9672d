/** The ledger of the sandbox. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { start } from './fixtures.ts';

export function sandboxLedgerContract(open: OpenTestDatabase): void {
  describe('the sandbox ledger', () => {
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

    it('a second insert of a payment changes nothing and returns the first payment', async () => {
      await using database = await open();
      const { sandboxLedger: ledger } = database;
      assert.deepEqual(await ledger.insertPayment(payment), payment);
      assert.deepEqual(await ledger.insertPayment({ ...payment, amountMinor: 1 }), payment);
      assert.deepEqual(await ledger.paymentByNo('P1'), payment);
      assert.equal(await ledger.paymentByNo('P2'), undefined);
    });

    it('changePayment passes the stored payment to its function; saveRefund saves only if the stored state is the expected one', async () => {
      await using database = await open();
      const { sandboxLedger: ledger } = database;
      await ledger.insertPayment(payment);
      const paid = { ...payment, state: 'paid', paidAt: start + 1, providerRef: 'S1', plan: 'late' } as const;
      assert.equal(await ledger.changePayment('none', () => paid), undefined);
      assert.deepEqual(await ledger.changePayment(payment.paymentNo, () => undefined), payment);
      assert.deepEqual(await ledger.changePayment(payment.paymentNo, () => paid), paid);
      const seen: unknown[] = [];
      await ledger.changePayment(payment.paymentNo, (stored) => {
        seen.push(stored);
        return undefined;
      });
      assert.deepEqual(seen, [paid]);
      assert.deepEqual(await ledger.paymentByNo('P1'), paid);
      assert.deepEqual(await ledger.insertRefund(refund), refund);
      assert.deepEqual(await ledger.insertRefund({ ...refund, amountMinor: 1 }), refund);
      const done = { ...refund, state: 'done', finishedAt: start + 2 } as const;
      assert.equal(await ledger.saveRefund(done, 'pending'), true);
      assert.equal(await ledger.saveRefund(done, 'pending'), false);
      assert.deepEqual(await ledger.refundByNo('R1'), done);
      assert.deepEqual(await ledger.refundsOfPayment('P1'), [done]);
    });

    it('the balances are the sums of payments and refunds in each currency', async () => {
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
