/** Guarantees that can be tested only on a server with several connections. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, Store } from '../../../src/usecases/ports/store.ts';
import type { OpenTestDatabase, TestDatabase } from '../../support/databases.ts';
import { advance, created, gate, newJob, newOrder, openShop, place, start } from '../contract/fixtures.ts';

export function concurrencyContract(open: OpenTestDatabase): void {
  describe('two processes', () => {
    it('never claim the same job, and skip a job that the other process is claiming', async () => {
      await using database = await open();
      const second = await again(database);
      await database.store.transaction(async (tx) => {
        for (let count = 0; count < 60; count += 1) await tx.jobs.enqueue(newJob());
      });
      const claimAll = async (store: Store): Promise<number[]> => {
        const ids: number[] = [];
        for (;;) {
          const job = await store.transaction((tx) => tx.jobs.claim(['process_order'], start, start + 1000));
          if (job === undefined) return ids;
          ids.push(job.id);
        }
      };
      const stores = [database.store, database.store, second, second];
      const claimed = (await Promise.all(stores.map(claimAll))).flat();
      assert.equal(claimed.length, 60);
      assert.equal(new Set(claimed).size, 60);

      await database.store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'a', priority: 1 })));
      await database.store.transaction((tx) => tx.jobs.enqueue(newJob({ key: 'b' })));
      const [holding, finish] = [gate(), gate()];
      const first = database.store.transaction(async (tx) => {
        const job = await tx.jobs.claim(['process_order'], start, start + 1000);
        holding.open();
        await finish.opened;
        return job;
      });
      await holding.opened;
      const other = await second.transaction((tx) => tx.jobs.claim(['process_order'], start, start + 1000));
      finish.open();
      assert.deepEqual([(await first)?.key, other?.key], ['a', 'b']);
    });

    it('place only one order when they receive equal orders at the same time', async () => {
      await using database = await open();
      const second = await again(database);
      const shop = await openShop(database.store);
      const placeOnce = (store: Store) =>
        store.transaction(async (tx) => {
          const duplicate = await tx.orders.unpaidDuplicate('same', start);
          if (duplicate !== undefined) return duplicate;
          return (await tx.orders.insert(newOrder(shop), created(), 'same')).orderNo;
        });
      const stores = [database.store, second, database.store, second];
      const numbers = await Promise.all(stores.map(placeOnce));
      assert.equal(new Set(numbers).size, 1);
      assert.equal((await second.read.orders.ofUser(shop.userId, null, 10)).length, 1);
    });

    it('never change an order at the same time: the second waits for the lock and then reads what the first has committed', async () => {
      await using database = await open();
      const second = await again(database);
      const order = await place(database.store, await openShop(database.store));
      const [locked, finish] = [gate(), gate()];
      const holder = database.store.transaction(async (tx) => {
        const mine = await tx.orders.lock(order.orderNo);
        assert.ok(mine !== undefined);
        locked.open();
        await finish.opened;
        await advance(tx, mine, { type: 'paid', at: start, attemptId: null });
      });
      await locked.opened;
      const waiter = second.transaction((tx) => tx.orders.lock(order.orderNo));
      // A read without a lock does not wait.
      assert.equal((await second.read.orders.byNo(order.orderNo))?.order.version, 1);
      finish.open();
      await holder;
      assert.equal((await waiter)?.version, 2);
    });

    it('never change a good at the same time: the second waits for the lock of the good, or of all goods, and then reads what the first has committed', async () => {
      await using database = await open();
      const second = await again(database);
      const { goodsId } = await openShop(database.store);
      const [locked, finish] = [gate(), gate()];
      const holder = database.store.transaction(async (tx) => {
        const mine = await tx.goods.lock(goodsId);
        assert.ok(mine !== undefined);
        locked.open();
        await finish.opened;
        await tx.goods.save({ ...mine, priceMinor: 1, sort: 77 });
      });
      await locked.opened;
      const one = second.transaction((tx) => tx.goods.lock(goodsId));
      const all = second.transaction((tx) => tx.goods.lockAll());
      assert.notEqual((await second.read.goods.byId(goodsId))?.priceMinor, 1);
      finish.open();
      await holder;
      assert.equal((await one)?.priceMinor, 1);
      assert.deepEqual(
        (await all).map(({ sort }) => sort),
        [77],
      );
    });

    it('both commit after a deadlock, because one transaction is rolled back and retried', async () => {
      await using database = await open();
      const second = await again(database);
      const shop = await openShop(database.store);
      const [a, b] = [await place(database.store, shop), await place(database.store, shop)];
      const bothHoldOne = gate();
      let holding = 0;
      let runs = 0;
      const cross = (store: Store, firstNo: string, secondNo: string) =>
        store.transaction(async (tx) => {
          runs += 1;
          await tx.orders.lock(firstNo);
          holding += 1;
          if (holding >= 2) bothHoldOne.open();
          await bothHoldOne.opened;
          const locked = await tx.orders.lock(secondNo);
          assert.ok(locked !== undefined);
          return locked.orderNo;
        });
      const ended = await Promise.all([
        cross(database.store, a.orderNo, b.orderNo),
        cross(second, b.orderNo, a.orderNo),
      ]);
      assert.deepEqual(ended, [b.orderNo, a.orderNo]);
      assert.ok(runs > 2, 'no transaction was retried');
    });

    it('receive the messages of the other process when its transaction commits', async () => {
      await using database = await open();
      const second = await again(database);
      const received = Promise.withResolvers<Message>();
      const end = second.subscribe(received.resolve);
      await database.store.transaction(async (tx) => tx.publish({ kind: 'order_changed', orderNo: 'A' }));
      assert.deepEqual(await received.promise, { kind: 'order_changed', orderNo: 'A' });
      end();
    });
  });
}

async function again(database: TestDatabase): Promise<Store> {
  const second = await database.openAgain?.();
  assert.ok(second !== undefined);
  return second.store;
}
