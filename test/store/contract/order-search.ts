/** The search for orders, and their counts. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order } from '../../../src/domain/order.ts';
import type { Refund } from '../../../src/domain/payment-state.ts';
import type { OrderFilter } from '../../../src/usecases/orders/order-store.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import { anyOrder } from '../../support/any-order.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { advance, newAttempt, newRefund, openShop, place, start } from './fixtures.ts';

async function pay(store: Store, order: Order, at: number): Promise<Order> {
  return store.transaction(async (tx) => {
    const attempt = await tx.payments.insert(newAttempt(order.id));
    return advance(tx, order, { type: 'paid', at, attemptId: attempt.id });
  });
}

async function refund(store: Store, order: Order, change: Partial<Refund> = {}): Promise<void> {
  await store.transaction(async (tx) => {
    const [attempt] = await tx.payments.ofOrder(order.id);
    assert.ok(attempt !== undefined);
    const { refundNo } = await tx.refunds.insert(newRefund(attempt, change));
    const reason = 'asked';
    await advance(tx, order, { type: 'refund_requested', at: start + 9, refundNo, reason });
  });
}

/** The orders of a page of the console, and one that shows whether more pages follow. */
const consolePage = 51;

async function found(store: Store, filter: Partial<OrderFilter>): Promise<number[]> {
  const orders = await store.read.orders.search({ ...anyOrder, ...filter }, null, 100);
  // A page of the console is found by statements of its own.
  const page = await store.read.orders.search({ ...anyOrder, ...filter }, null, consolePage);
  assert.deepEqual(page, orders.slice(0, consolePage));
  return orders.map(({ order }) => order.id);
}

export function orderSearchContract(open: OpenTestDatabase): void {
  describe('the search for orders', () => {
    it('the pages of a search contain every order once, newest first, also orders of the same millisecond', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const made: Order[] = [];
      for (const late of [0, 5, 5, 5, 2, 9, 1])
        made.push(await place(store, shop, { createdAt: start + late }));
      const [first, second, third] = made;
      assert.ok(first !== undefined && second !== undefined && third !== undefined);
      await pay(store, second, start + 6);
      await refund(store, await pay(store, third, start + 7));
      await store.transaction((tx) =>
        advance(tx, first, { type: 'cancelled', at: start + 3, by: 'customer' }),
      );
      const expected = made.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id).map(({ id }) => id);
      const pages: number[] = [];
      let before = null;
      for (;;) {
        const page = await store.read.orders.search(anyOrder, before, 2);
        pages.push(...page.map(({ order }) => order.id));
        const last = page.at(-1);
        if (last === undefined) break;
        before = { createdAt: last.order.createdAt, id: last.order.id };
      }
      assert.deepEqual(pages, expected);
    });

    it('a page of the console contains the newest orders, and no more than fit on it', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      for (let late = 0; late <= consolePage; late += 1)
        await place(store, shop, { createdAt: start + late });
      const all = await found(store, {});
      assert.equal(all.length, consolePage + 1);
      assert.deepEqual(
        all,
        all.toSorted((a, b) => b - a),
      );
    });

    it('a search returns each order with the title of its good and the state of its refund', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const paid = await pay(store, order, start + 1);
      assert.equal(await store.read.orders.noById(order.id), order.orderNo);
      assert.equal(await store.read.orders.noById(order.id + 100), undefined);
      const [before] = await store.read.orders.search(anyOrder, null, 1);
      assert.deepEqual(before, {
        order: paid,
        goodTitle: '一寸照',
        refundState: null,
        refundableMinor: paid.priceMinor,
      });
      await refund(store, paid);
      const [after] = await store.read.orders.search(anyOrder, null, 1);
      assert.deepEqual(after?.order, (await store.read.orders.byNo(order.orderNo))?.order);
      assert.equal(after?.refundState, 'requested');
    });

    it('a search filters by each field, alone and in combination', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const other = await openShop(store);
      const plain = await place(store, shop, { orderNo: 'ABCDEF0000', createdAt: start });
      const paid = await place(store, shop, { orderNo: 'ABCDEF0001', createdAt: start + 1 });
      const theirs = await place(store, other, { orderNo: 'ABCDEG0000', createdAt: start + 2 });
      await pay(store, paid, start + 3);
      const find = (filter: Partial<OrderFilter>) => found(store, filter);
      assert.deepEqual(await find({ orderNoPrefix: 'ABCDEF' }), [paid.id, plain.id]);
      assert.deepEqual(await find({ orderNoPrefix: 'ABCDEF0001' }), [paid.id]);
      assert.deepEqual(await find({ orderNoPrefix: 'ABCDEF', userId: other.userId }), []);
      assert.deepEqual(await find({ orderNoPrefix: 'ABCDEF', status: 'pay' }), [paid.id]);
      assert.deepEqual(await find({ userId: shop.userId }), [paid.id, plain.id]);
      assert.deepEqual(await find({ userId: shop.userId, dealStatus: 'init', status: 'wait_pay' }), [
        plain.id,
      ]);
      assert.deepEqual(await find({ goodsId: other.goodsId }), [theirs.id]);
      assert.deepEqual(await find({ goodsId: shop.goodsId, status: 'pay' }), [paid.id]);
      assert.deepEqual(await find({ status: 'wait_pay' }), [theirs.id, plain.id]);
      assert.deepEqual(await find({ dealStatus: 'init' }), [theirs.id, paid.id, plain.id]);
      assert.deepEqual(await find({ status: 'wait_pay', dealStatus: 'done' }), []);
      assert.deepEqual(await find({ from: start + 1 }), [theirs.id, paid.id]);
      assert.deepEqual(await find({ to: start + 1 }), [plain.id]);
      assert.deepEqual(await find({ from: start + 1, to: start + 2, status: 'pay' }), [paid.id]);
    });

    it('a search finds numbers by their last four characters, and orders by the state of their refund', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const ending = '0123456789ABCDEFGHJKMNPQ';
      const plain = await place(store, shop, { orderNo: `${ending}WXYZ`, createdAt: start });
      const refunded = await place(store, shop, { orderNo: `${ending}ZZZZ`, createdAt: start + 1 });
      await refund(store, await pay(store, refunded, start + 3));
      assert.deepEqual(await found(store, { orderNoEnding: 'WXYZ' }), [plain.id]);
      assert.deepEqual(await found(store, { orderNoEnding: 'WXYZ', orderNoPrefix: '012345678' }), [plain.id]);
      assert.deepEqual(await found(store, { orderNoEnding: 'WXYZ', status: 'pay' }), []);
      assert.deepEqual(await found(store, { refundState: 'requested' }), [refunded.id]);
      assert.deepEqual(await found(store, { refundState: 'requested', userId: shop.userId }), [refunded.id]);
      assert.deepEqual(await found(store, { refundState: 'failed' }), []);
    });

    it('the filter for open refunds finds the orders that the sums of open refunds count, also those with a refund of a second payment', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      await pay(store, await place(store, shop, { createdAt: start }), start + 3);
      const refunded = await place(store, shop, { createdAt: start + 1 });
      await refund(store, await pay(store, refunded, start + 3));
      const paidTwice = await place(store, shop, { createdAt: start + 2 });
      await pay(store, paidTwice, start + 3);
      await store.transaction(async (tx) => {
        const [attempt] = await tx.payments.ofOrder(paidTwice.id);
        assert.ok(attempt !== undefined);
        await tx.refunds.insert(newRefund(attempt, { purpose: 'surplus', state: 'pending' }));
      });
      const listed = [paidTwice.id, refunded.id];
      assert.deepEqual(await found(store, { refundState: 'open' }), listed);
      assert.deepEqual(await found(store, { refundState: 'open', userId: shop.userId }), listed);
      assert.deepEqual(await found(store, { refundState: 'open', status: 'wait_refund' }), [refunded.id]);
      assert.equal((await store.read.refunds.openSums())[0]?.count, listed.length);
    });

    it('each order of a period is counted once, under its order state', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const made: Order[] = [];
      for (const late of [0, 1, 2, 3, 4, 2]) made.push(await place(store, shop, { createdAt: start + late }));
      const [before, first, second, , , failed] = made;
      assert.ok(before !== undefined && first !== undefined && second !== undefined && failed !== undefined);
      await pay(store, before, start + 9);
      await pay(store, first, start + 9);
      await refund(store, await pay(store, second, start + 9));
      await refund(store, await pay(store, failed, start + 9), { state: 'failed', finishedAt: start + 9 });
      const counts = async (from: number, to: number) =>
        Object.fromEntries(
          (await store.read.orders.counts(from, to)).map(
            ({ status, dealStatus, hasFailedRefund, orders }) => [
              `${status}/${dealStatus}${hasFailedRefund ? '/failed' : ''}`,
              orders,
            ],
          ),
        );
      assert.deepEqual(await counts(start, start + 5), {
        'wait_pay/init': 2,
        'pay/init': 2,
        'wait_refund/init': 1,
        'wait_refund/init/failed': 1,
      });
      assert.deepEqual(await counts(start + 1, start + 4), {
        'wait_pay/init': 1,
        'pay/init': 1,
        'wait_refund/init': 1,
        'wait_refund/init/failed': 1,
      });
      assert.deepEqual(await counts(start + 5, start + 9), {});
    });
  });
}
