/** Bills of providers, and the differences between a bill and the service's own records. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  BillDay,
  BillTotal,
  Difference,
  StoredBillRow,
} from '../../../src/usecases/reconciliation/reconciliation-store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newAttempt, newRefund, openShop, place, start } from './fixtures.ts';

const provider = 'sandbox';
const day = 20_605;

const waiting: BillDay = {
  provider,
  day,
  state: 'waiting',
  nextTryAt: start,
  tries: 0,
  lastError: null,
  fetchedAt: null,
  foreignRows: 0,
};

const row: StoredBillRow = {
  provider,
  day,
  line: 0,
  kind: 'payment',
  number: 'P1',
  paymentNo: 'P1',
  providerRef: 'ref',
  amountMinor: 690,
  currency: 'CNY',
  feeMinor: null,
  state: 'done',
  at: start,
};

const total: BillTotal = {
  provider,
  day,
  currency: 'CNY',
  payments: 1,
  paymentsMinor: 690,
  refunds: 0,
  refundsMinor: 0,
  feeMinor: -4,
};

const open: Omit<Difference, 'id'> = {
  provider,
  day,
  kind: 'payment',
  number: 'P1',
  paymentNo: null,
  orderId: null,
  type: 'unknown_to_us',
  providerRef: 'ref',
  billedMinor: 690,
  billedCurrency: 'CNY',
  billedState: 'done',
  ownMinor: null,
  ownCurrency: null,
  ownState: null,
  remedy: 'look',
  foundAt: start,
  remediedAt: null,
  remediedBy: null,
  resolution: null,
  resolvedAt: null,
  resolvedBy: null,
  reason: null,
};

export function reconciliationContract(openDatabase: OpenTestDatabase): void {
  describe('bills', () => {
    it('a day is added once and is read as it was saved', async () => {
      await using database = await openDatabase();
      const { store } = database;
      const fetched = { ...waiting, state: 'fetched', fetchedAt: start + 1, foreignRows: 2 } as const;
      await store.transaction(async ({ reconciliation }) => {
        await reconciliation.addDay(waiting);
        await reconciliation.addDay({ ...waiting, tries: 9 });
        await reconciliation.addDay({ ...waiting, day: day + 1, lastError: 'e', tries: 3 });
        await reconciliation.addDay({ ...waiting, provider: 'other' });
        await reconciliation.saveDay(fetched);
      });
      const { reconciliation } = store.read;
      assert.deepEqual(await reconciliation.dayOf(provider, day), fetched);
      assert.equal(await reconciliation.dayOf(provider, day - 1), undefined);
      const listed = await reconciliation.days(day, day + 1);
      assert.deepEqual(
        listed.map((bill) => [bill.day, bill.provider]),
        [
          [day + 1, provider],
          [day, 'other'],
          [day, provider],
        ],
      );
      const unfinished = await reconciliation.unfinishedDays(provider);
      assert.deepEqual(
        unfinished.map((bill) => bill.day),
        [day, day + 1],
      );
      assert.deepEqual(await reconciliation.storedDays(provider), [day]);
    });

    it('a bill that is replaced has only the new rows and sums, and the bills of other days do not change', async () => {
      await using database = await openDatabase();
      const { store } = database;
      const refund = { ...row, line: 2, kind: 'refund', number: 'R1', feeMinor: -1 } as const;
      const later = { ...row, day: day + 1, at: start + 9, state: 'failed' } as const;
      await store.transaction(async ({ reconciliation }) => {
        await reconciliation.replaceBill(later, [later], []);
        await reconciliation.replaceBill(
          waiting,
          [{ ...row, number: 'P9' }],
          [{ ...total, currency: 'EUR' }],
        );
        await reconciliation.replaceBill(waiting, [row, refund], [total]);
      });
      const { reconciliation } = store.read;
      assert.deepEqual(await reconciliation.billRows(provider, 'payment', 'P1'), [row, later]);
      assert.deepEqual(await reconciliation.billRows(provider, 'payment', 'P9'), []);
      assert.deepEqual(await reconciliation.billRows('other', 'payment', 'P1'), []);
      assert.deepEqual(await reconciliation.billRows(provider, 'refund', 'R1'), [refund]);
      assert.deepEqual(await reconciliation.rowsOfDay(provider, day, 0, 9), [
        { line: 2, kind: 'refund', number: 'R1' },
      ]);
      assert.deepEqual(await reconciliation.totals(day, day), [total]);
    });

    it('received payments and finished refunds are listed as unbilled until a bill contains them', async () => {
      await using database = await openDatabase();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const money = { state: 'won', receivedMinor: 690, receivedAt: start + 10 } as const;
      const [attempt, refund] = await store.transaction(async (tx) => {
        const paid = await tx.payments.insert(newAttempt(order.id, money));
        await tx.payments.insert(newAttempt(order.id));
        const done = { state: 'done', finishedAt: start + 20, purpose: 'surplus' } as const;
        await tx.refunds.insert(newRefund(paid));
        return [paid, await tx.refunds.insert(newRefund(paid, done))];
      });
      const { reconciliation } = store.read;
      const payments = (from: number, to: number, afterId = 0) =>
        reconciliation.unbilled('payment', provider, from, to, afterId, 9);
      const missing = { id: attempt.id, number: attempt.paymentNo, beganAt: start, endedAt: start + 10 };
      assert.deepEqual(await payments(start + 10, start + 1), [missing]);
      assert.deepEqual(await payments(start + 11, start + 1), []);
      assert.deepEqual(await payments(start, start), []);
      assert.deepEqual(await payments(start, start + 1, attempt.id), []);
      assert.deepEqual(await reconciliation.unbilled('refund', provider, start, start + 9, 0, 9), [
        { id: refund.id, number: refund.refundNo, beganAt: start + 5, endedAt: start + 20 },
      ]);
      const billed = { ...row, number: attempt.paymentNo };
      await store.transaction((tx) => tx.reconciliation.replaceBill(waiting, [billed], []));
      assert.deepEqual(await payments(start, start + 1), []);
      assert.equal((await reconciliation.unbilled('refund', provider, start, start + 9, 0, 9)).length, 1);
    });
  });

  describe('movements of a period', () => {
    it('payments are found by the time when their money arrived, unpaid attempts by the time when they were opened, and refunds by the time when they ended', async () => {
      await using database = await openDatabase();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const money = { state: 'won', receivedMinor: 690, receivedAt: start + 10 } as const;
      const [paid, unpaid, done, unfinished] = await store.transaction(async (tx) => {
        const attempt = await tx.payments.insert(newAttempt(order.id, money));
        const open = await tx.payments.insert(newAttempt(order.id));
        const returned = { state: 'done', finishedAt: start + 20, purpose: 'surplus' } as const;
        const waiting = await tx.refunds.insert(newRefund(attempt));
        return [attempt, open, await tx.refunds.insert(newRefund(attempt, returned)), waiting] as const;
      });
      const { reconciliation } = store.read;
      const page = (from: number, to: number, afterId = 0) => ({ provider, from, to, afterId, limit: 9 });
      assert.deepEqual(await reconciliation.receivedPayments(page(start + 10, start + 11)), [paid]);
      assert.deepEqual(await reconciliation.receivedPayments(page(start, start + 10)), []);
      assert.deepEqual(await reconciliation.receivedPayments(page(start, start + 99, paid.id)), []);
      assert.deepEqual(await reconciliation.unpaidAttempts(page(start, start + 1)), [unpaid]);
      assert.deepEqual(await reconciliation.unpaidAttempts(page(start + 1, start + 99)), []);
      assert.deepEqual(await reconciliation.doneRefunds(page(start + 20, start + 21)), [done]);
      assert.deepEqual(await reconciliation.doneRefunds(page(start, start + 20)), []);
      assert.deepEqual(await reconciliation.unfinishedRefunds(page(start + 5, start + 6)), [unfinished]);
      assert.deepEqual(await reconciliation.unfinishedRefunds(page(start + 6, start + 99)), []);
      const other = { ...page(start, start + 99), provider: 'other' };
      assert.deepEqual(await reconciliation.receivedPayments(other), []);
      assert.deepEqual(await reconciliation.unfinishedRefunds(other), []);
    });
  });

  describe('differences', () => {
    it('a payment number or refund number has at most one open difference, and a resolved difference does not change', async () => {
      await using database = await openDatabase();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const insert = (change: Partial<Difference> = {}) =>
        store.transaction((tx) => tx.reconciliation.insertDifference({ ...open, ...change }));
      const id = await insert({ orderId: order.id });
      await assert.rejects(insert());
      const stored = { ...open, id, orderId: order.id };
      const { reconciliation } = store.read;
      assert.deepEqual(await reconciliation.difference(id), stored);
      assert.deepEqual(await reconciliation.ofOrder(order.id), [stored]);
      assert.deepEqual(await reconciliation.openOf(provider, 0, 9), [stored]);
      assert.deepEqual(await reconciliation.openOf(provider, id, 9), []);
      assert.deepEqual(await reconciliation.differences('open', null, 9), [
        { ...stored, orderNo: order.orderNo },
      ]);
      assert.deepEqual(await reconciliation.openCounts(), [{ provider, day, count: 1 }]);
      const resolved = {
        ...stored,
        resolution: 'operator',
        resolvedAt: start + 1,
        resolvedBy: 'ann',
        reason: 'r',
      } as const;
      const save = (difference: Difference) =>
        store.transaction((tx) => tx.reconciliation.saveDifference(difference));
      assert.equal(await save(resolved), true);
      assert.equal(await save(stored), false);
      assert.deepEqual(await reconciliation.newestDifference(provider, 'payment', 'P1'), resolved);
      assert.equal(await reconciliation.newestDifference(provider, 'refund', 'P1'), undefined);
      assert.deepEqual(await reconciliation.differences('open', null, 9), []);
      assert.deepEqual(await reconciliation.oldestOpen(9), []);
      assert.equal((await reconciliation.differences('resolved', null, 9)).length, 1);
      assert.deepEqual(await reconciliation.differences('resolved', id, 9), []);
      const again = await insert();
      const later = await insert({ number: 'P2' });
      assert.deepEqual(
        (await reconciliation.oldestOpen(1)).map((difference) => difference.id),
        [again],
        'the oldest first',
      );
      assert.equal((await reconciliation.oldestOpen(9)).at(-1)?.id, later);
      assert.equal((await reconciliation.newestDifference(provider, 'payment', 'P1'))?.id, again);
    });

    it('a purge deletes old bills and resolved differences, and keeps open ones with the rows about them', async () => {
      await using database = await openDatabase();
      const { store } = database;
      const agreed = { resolution: 'agreed', resolvedAt: start } as const;
      const rowOfOpen = { ...row, line: row.line + 1, number: 'P2' };
      await store.transaction(async ({ reconciliation }) => {
        await reconciliation.addDay(waiting);
        await reconciliation.replaceBill(waiting, [row, rowOfOpen], [total]);
        await reconciliation.insertDifference({ ...open, ...agreed });
        await reconciliation.insertDifference({ ...open, number: 'P2' });
        await reconciliation.purge(day);
      });
      const { reconciliation } = store.read;
      assert.equal((await reconciliation.days(day, day)).length, 1);
      await store.transaction((tx) => tx.reconciliation.purge(day + 1));
      assert.deepEqual(await reconciliation.days(day, day), []);
      assert.deepEqual(await reconciliation.totals(day, day), []);
      assert.deepEqual(await reconciliation.billRows(provider, 'payment', 'P1'), []);
      assert.deepEqual(await reconciliation.billRows(provider, 'payment', 'P2'), [rowOfOpen]);
      assert.deepEqual(await reconciliation.differences('resolved', null, 9), []);
      const [kept = assert.fail()] = await reconciliation.differences('open', null, 9);
      await store.transaction(async (tx) => {
        const { orderNo: _none, ...difference } = kept;
        await tx.reconciliation.saveDifference({ ...difference, ...agreed });
        await tx.reconciliation.purge(day + 1);
      });
      assert.deepEqual(await reconciliation.billRows(provider, 'payment', 'P2'), []);
    });
  });
}
