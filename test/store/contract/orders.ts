/** Orders and their history. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replayHistory } from '../../../src/domain/order-state.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { advance, created, newAttempt, newOrder, newRefund, openShop, place, start } from './fixtures.ts';

export function orderContract(open: OpenTestDatabase): void {
  describe('orders', () => {
    it('a placed order is found by its number, unpaid and with the first entry of its history', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = await place(store, shop, { fromUserId: 77, ownedBy: 'user' });
      assert.deepEqual(await store.read.orders.byNo(order.orderNo), { order, refund: null });
      assert.equal(order.version, 1);
      assert.deepEqual(order.money, { status: 'wait_pay' });
      assert.deepEqual(await store.read.orders.history(order.id), [created()]);
      assert.equal(await store.read.orders.byNo('none'), undefined);
    });

    it('every state of payment and processing is read as it was saved', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = await place(store, shop);
      const attempt = await store.transaction((tx) => tx.payments.insert(newAttempt(order.id)));
      const refundNo = 'R1';
      const steps = [
        { type: 'paid', at: start + 1, attemptId: attempt.id },
        { type: 'work_started', at: start + 2 },
        { type: 'work_returned', at: start + 3, error: 'lost' },
        { type: 'work_started', at: start + 4 },
        { type: 'work_done', at: start + 5, resultFile: 'results/1.jpg', resultUntil: start + 9 },
        {
          type: 'result_replaced',
          at: start + 6,
          resultFile: 'results/2.jpg',
          resultUntil: start + 9,
          details: { path: 'uploads/1', color: 'white' },
        },
        { type: 'result_purged', at: start + 10 },
        { type: 'refund_requested', at: start + 11, refundNo, reason: 'by the operator' },
        { type: 'refund_done', at: start + 12, refundNo },
      ] as const;
      let saved = order;
      for (const step of steps) {
        saved = await store.transaction(async (tx) => advance(tx, saved, step));
        assert.deepEqual((await store.read.orders.byNo(order.orderNo))?.order, saved);
        assert.deepEqual(replayHistory(saved, await store.read.orders.history(order.id)), saved);
      }
      assert.equal(saved.version, 10);
    });

    it('cancelled, failed and free orders are read as they were saved', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const cancelled = await place(store, shop);
      const free = await place(store, shop, { priceMinor: 0 });
      const [one, two] = await store.transaction(async (tx) => [
        await advance(tx, cancelled, { type: 'cancelled', at: start + 1, by: 'expiry' }),
        await advance(
          tx,
          free,
          { type: 'paid', at: start + 1, attemptId: null },
          { type: 'work_started', at: start + 2 },
          { type: 'work_failed', at: start + 3, reason: 'no_face', error: null },
        ),
      ]);
      assert.deepEqual((await store.read.orders.byNo(cancelled.orderNo))?.order, one);
      assert.deepEqual((await store.read.orders.byNo(free.orderNo))?.order, two);
    });

    it('an order has its own refund, never the refund of a surplus payment', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = await place(store, shop);
      const refund = await store.transaction(async (tx) => {
        const attempt = await tx.payments.insert(newAttempt(order.id));
        await tx.refunds.insert(newRefund(attempt, { purpose: 'surplus' }));
        return tx.refunds.insert(newRefund(attempt));
      });
      await store.transaction((tx) =>
        advance(
          tx,
          order,
          { type: 'paid', at: start + 1, attemptId: refund.attemptId },
          { type: 'refund_requested', at: start + 2, refundNo: refund.refundNo, reason: '' },
        ),
      );
      assert.deepEqual((await store.read.orders.byNo(order.orderNo))?.refund, refund);
      assert.deepEqual((await store.read.orders.ofUser(shop.userId, null, 5))[0]?.refund, refund);
    });

    it("the pages of a user's orders contain only the user's orders, newest first", async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const other = await openShop(store);
      const ids: number[] = [];
      for (let count = 0; count < 5; count += 1) {
        ids.unshift((await place(store, shop)).id);
        await place(store, other);
      }
      const first = await store.read.orders.ofUser(shop.userId, null, 3);
      assert.deepEqual(
        first.map(({ order }) => order.id),
        ids.slice(0, 3),
      );
      const rest = await store.read.orders.ofUser(shop.userId, ids[2] ?? 0, 3);
      assert.deepEqual(
        rest.map(({ order }) => order.id),
        ids.slice(3),
      );
    });

    it('a save of a stale version is refused and changes nothing', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      await store.transaction((tx) => advance(tx, order, { type: 'paid', at: start, attemptId: null }));
      await assert.rejects(
        store.transaction((tx) => advance(tx, order, { type: 'cancelled', at: start, by: 'customer' })),
      );
      assert.equal((await store.read.orders.byNo(order.orderNo))?.order.money.status, 'pay');
      assert.equal((await store.read.orders.history(order.id)).length, 2);
    });

    it('inserting a second order with the same number is refused', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = newOrder(shop);
      await place(store, shop, order);
      await assert.rejects(place(store, shop, order));
    });

    it('a lock returns the order, or undefined for an unknown order', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      await store.transaction(async (tx) => {
        assert.deepEqual(await tx.orders.lock(order.orderNo), order);
        assert.deepEqual(await tx.orders.lockById(order.id), order);
        assert.equal(await tx.orders.lock('none'), undefined);
        assert.equal(await tx.orders.lockById(order.id + 1), undefined);
      });
    });

    it('a duplicate order is the newest unpaid order with the same fingerprint since the given time', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      await place(store, shop, { createdAt: start }, 'f');
      const second = await place(store, shop, { createdAt: start + 10 }, 'f');
      await place(store, shop, { createdAt: start + 20 }, 'other');
      await place(store, shop, { createdAt: start + 20 }, null);
      const duplicate = (since: number) => store.transaction((tx) => tx.orders.unpaidDuplicate('f', since));
      assert.equal(await duplicate(start), second.orderNo);
      assert.equal(await duplicate(start + 10), second.orderNo);
      assert.equal(await duplicate(start + 11), undefined);
      await store.transaction((tx) => advance(tx, second, { type: 'paid', at: start, attemptId: null }));
      assert.equal(await duplicate(start + 10), undefined);
    });

    it('a duplicate order is also found by a fingerprint that is longer than an index allows', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      // Random-looking, so that the database cannot compress it.
      const long = Array.from({ length: 9_000 }, (_, i) =>
        String.fromCharCode(97 + ((i * i * 7919) % 26)),
      ).join('');
      const first = await place(store, shop, { createdAt: start }, `${long}a`);
      await place(store, shop, { createdAt: start + 1 }, `${long}b`);
      const duplicate = store.transaction((tx) => tx.orders.unpaidDuplicate(`${long}a`, start));
      assert.equal(await duplicate, first.orderNo);
    });

    it('expired orders are unpaid and sorted by expiry, the earliest first', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const late = await place(store, shop, { expiresAt: start + 20 });
      const early = await place(store, shop, { expiresAt: start + 10 });
      await place(store, shop, { expiresAt: start + 21 });
      const paid = await place(store, shop, { expiresAt: start });
      await store.transaction((tx) => advance(tx, paid, { type: 'paid', at: start, attemptId: null }));
      assert.deepEqual(await store.read.orders.expired(start + 20, null, 10), [early, late]);
      assert.deepEqual(await store.read.orders.expired(start + 20, null, 1), [early]);
      assert.deepEqual(await store.read.orders.expired(start + 20, early, 10), [late]);
      assert.deepEqual(await store.read.orders.expired(start + 20, late, 10), []);
    });

    it('withExpiredResults returns an order from the expiry of its result until the result is purged', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const done = await store.transaction((tx) =>
        advance(
          tx,
          order,
          { type: 'paid', at: start, attemptId: null },
          { type: 'work_started', at: start },
          { type: 'work_done', at: start, resultFile: 'results/1.jpg', resultUntil: start + 5 },
        ),
      );
      assert.deepEqual(await store.read.orders.withExpiredResults(start + 4, 10), []);
      assert.deepEqual(await store.read.orders.withExpiredResults(start + 5, 10), [done]);
      await store.transaction((tx) => advance(tx, done, { type: 'result_purged', at: start + 6 }));
      assert.deepEqual(await store.read.orders.withExpiredResults(start + 9, 10), []);
    });
  });
}
