/** Payment attempts, payment notifications and the sums of money. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MoneySlice } from '../../../src/usecases/payments/payment-store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { newAttempt, newRefund, openShop, place, start } from './fixtures.ts';

export function paymentContract(open: OpenTestDatabase): void {
  describe('payment attempts', () => {
    it('an attempt is found by order, number and id as it was saved', async () => {
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

    it('the provider’s number finds an ordinary attempt, or the attempts of all orders of a joint payment, oldest first', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const [a, b] = [await place(store, shop), await place(store, shop)];
      const joint = { jointNo: 'P-JOINT', jointMinor: 1380 };
      const { single, shares } = await store.transaction(async (tx) => ({
        single: await tx.payments.insert(newAttempt(a.id)),
        shares: [
          await tx.payments.insert(newAttempt(a.id, joint)),
          await tx.payments.insert(newAttempt(b.id, joint)),
        ],
      }));
      const found = (number: string) => store.read.payments.byNumberAtProvider(number);
      assert.deepEqual(await found(single.paymentNo), [single]);
      assert.deepEqual(await found('P-JOINT'), shares);
      assert.deepEqual(await found(shares[0]?.paymentNo ?? ''), []);
      assert.deepEqual(await found('P'), []);
    });

    it('a save of an attempt is refused if the stored state is not the expected one', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const attempt = await store.transaction((tx) => tx.payments.insert(newAttempt(order.id)));
      const closed = { ...attempt, state: 'closed' } as const;
      await assert.rejects(store.transaction((tx) => tx.payments.save(closed, 'open')));
      assert.deepEqual(await store.read.payments.byId(attempt.id), attempt);
    });

    it('an order has at most one winning attempt, and at most one refund besides those of surplus payments', async () => {
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
  });

  describe('payment notifications', () => {
    it('an event of a provider is recorded once; an equal event id of another provider is a different event', async () => {
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

    it('the notifications of a payment and of a refund are sorted by time, the oldest first', async () => {
      await using database = await open();
      const { store } = database;
      const record = {
        provider: 'sandbox',
        paymentNo: 'P1',
        refundNo: null,
        verdict: 'paid',
        receivedMinor: 5,
        currency: 'EUR',
      };
      const late = { ...record, eventId: 'a', receivedAt: start + 1 };
      const early = { ...record, eventId: 'b', receivedAt: start };
      const back = { ...early, eventId: 'c', paymentNo: null, refundNo: 'R1' };
      await store.transaction(async (tx) => {
        for (const each of [late, early, back]) await tx.payments.recordNotification(each);
      });
      assert.deepEqual(await store.read.payments.notifications('P1'), [early, late]);
      assert.deepEqual(await store.read.refunds.notifications('R1'), [back]);
    });
  });

  describe('the sums of money', () => {
    it('each quarter of an hour has one sum for each kind of money, provider and currency', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await place(store, await openShop(store));
      const quarterMs = 900_000;
      await store.transaction(async (tx) => {
        const won = { state: 'won', receivedMinor: 690, receivedAt: start + 1 } as const;
        const taken = await tx.payments.insert(newAttempt(id, won));
        const late = { state: 'surplus', receivedMinor: 700 } as const;
        await tx.payments.insert(newAttempt(id, { ...late, receivedAt: start + quarterMs - 1 }));
        const surplus = await tx.payments.insert(newAttempt(id, { ...late, receivedAt: start + 2 }));
        await tx.payments.insert(newAttempt(id, { ...late, receivedAt: start + quarterMs, currency: 'EUR' }));
        const back = { state: 'done', finishedAt: start + quarterMs } as const;
        await tx.refunds.insert(newRefund(taken, back));
        await tx.refunds.insert(newRefund(surplus, { ...back, purpose: 'surplus', amountMinor: 700 }));
        await tx.refunds.insert(newRefund(surplus, { purpose: 'surplus', state: 'failed', amountMinor: 3 }));
        await tx.payments.insert(newAttempt(id));
      });
      const slice = (what: MoneySlice['what'], quarterAt: number, amountMinor: number, count = 1) =>
        ({ what, quarterAt, provider: 'sandbox', currency: 'CNY', amountMinor, count }) as const;
      const inOrder = (slices: readonly MoneySlice[]) =>
        slices.toSorted((a, b) => a.what.localeCompare(b.what) || a.quarterAt - b.quarterAt);
      assert.deepEqual(inOrder(await store.read.payments.moneySlices(start, start + quarterMs + 1)), [
        slice('open', start, 3),
        slice('refunds', start + quarterMs, 690),
        slice('surplus', start, 1400, 2),
        { ...slice('surplus', start + quarterMs, 700), currency: 'EUR' },
        slice('surplus_returned', start + quarterMs, 700),
        slice('takings', start, 690),
      ]);
      assert.deepEqual(
        await store.read.payments.moneySlices(start + quarterMs + 1, start + 2 * quarterMs),
        [],
      );
    });

    it('surplus money in another currency than the order counts in the currency of its refund', async () => {
      await using database = await open();
      const { store } = database;
      const { id } = await place(store, await openShop(store));
      const usd = { currency: 'USD', amountMinor: 990 } as const;
      await store.transaction(async (tx) => {
        const money = { state: 'surplus', receivedMinor: 990, receivedAt: start } as const;
        const surplus = await tx.payments.insert(newAttempt(id, { ...money, currency: 'CNY' }));
        const back = { state: 'done', finishedAt: start, purpose: 'surplus', ...usd } as const;
        await tx.refunds.insert(newRefund(surplus, back));
      });
      const slice = { quarterAt: start, provider: 'sandbox', ...usd, count: 1 };
      const slices = await store.read.payments.moneySlices(start, start + 1);
      assert.deepEqual(
        slices.toSorted((a, b) => a.what.localeCompare(b.what)),
        [
          { ...slice, what: 'surplus' },
          { ...slice, what: 'surplus_returned' },
        ],
      );
    });
  });
}
