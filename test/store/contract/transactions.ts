import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, StoreTransaction } from '../../../src/usecases/ports/store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { advance, created, gate, newJob, newOrder, openShop, place, start } from './fixtures.ts';

export function transactionContract(open: OpenTestDatabase): void {
  describe('transactions', () => {
    it('nothing of a transaction that throws stays', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = newOrder(shop);
      const failure = new Error('changed my mind');
      const failing = store.transaction(async (tx) => {
        await tx.orders.insert(order, created(), null);
        await tx.jobs.enqueue(newJob());
        throw failure;
      });
      await assert.rejects(failing, failure);
      assert.equal(await store.read.orders.byNo(order.orderNo), undefined);
      assert.equal((await store.read.jobs.queueFigures(start)).ready, 0);
    });

    it('one of many at once fails, and every other is committed', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const orders = Array.from({ length: 40 }, () => newOrder(shop));
      const outcomes = await Promise.allSettled(
        orders.map((order, index) =>
          store.transaction(async (tx) => {
            await tx.orders.insert(order, created(), null);
            if (index % 10 === 3) await tx.orders.insert(order, created(), null);
          }),
        ),
      );
      for (const [index, order] of orders.entries()) {
        const failed = index % 10 === 3;
        assert.equal(outcomes[index]?.status, failed ? 'rejected' : 'fulfilled');
        assert.equal((await store.read.orders.byNo(order.orderNo)) === undefined, failed);
      }
    });

    it('a transaction sees its own writes, and nobody else does before its end', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = newOrder(shop);
      await store.transaction(async (tx) => {
        await tx.orders.insert(order, created(), null);
        assert.equal((await tx.orders.byNo(order.orderNo))?.order.orderNo, order.orderNo);
        // PGlite has one connection, and it is in this transaction.
        if (database.openAgain !== undefined) {
          assert.equal(await store.read.orders.byNo(order.orderNo), undefined);
        }
      });
      assert.equal((await store.read.orders.byNo(order.orderNo))?.order.orderNo, order.orderNo);
    });

    it('a statement that failed dooms its transaction, even where its caller goes on', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const [first, second] = [newOrder(shop), newOrder(shop)];
      const going = store.transaction(async (tx) => {
        await tx.orders.insert(first, created(), null);
        await tx.orders.insert(first, created(), null).catch(() => undefined);
        await tx.orders.insert(second, created(), null).catch(() => undefined);
      });
      await assert.rejects(going);
      assert.equal(await store.read.orders.byNo(first.orderNo), undefined);
      assert.equal(await store.read.orders.byNo(second.orderNo), undefined);
    });

    it('a transaction cannot be used after its end', async () => {
      await using database = await open();
      const { store } = database;
      const kept = await store.transaction(async (tx): Promise<StoreTransaction[]> => [tx]);
      await assert.rejects(async () => kept[0]?.goods.count());
      await assert.rejects(async () => kept[0]?.publish({ kind: 'jobs_ready' }));
    });

    it('changes of one order queue: none is lost', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      await store.transaction((tx) => advance(tx, order, { type: 'paid', at: start, attemptId: null }));
      const turnRound = () =>
        store.transaction(async (tx) => {
          const locked = await tx.orders.lock(order.orderNo);
          assert.ok(locked !== undefined);
          await advance(
            tx,
            locked,
            { type: 'work_started', at: start },
            { type: 'work_returned', at: start, error: 'e' },
          );
        });
      await Promise.all(Array.from({ length: 8 }, turnRound));
      assert.equal((await store.read.orders.byNo(order.orderNo))?.order.version, 18);
    });

    it('the history refuses to be changed: entries are added only', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const again = store.transaction((tx) =>
        tx.orders.save(order, { seq: 1, event: { type: 'created', at: start }, actor: { kind: 'system' } }),
      );
      await assert.rejects(again);
      assert.deepEqual(await store.read.orders.history(order.id), [created()]);
    });

    it('after closing, a transaction is refused', async () => {
      await using database = await open();
      const { store } = database;
      await store.ping();
      const last = store.transaction((tx) => tx.members.insertGuest(start));
      await store.close();
      await last;
      await assert.rejects(store.transaction((tx) => tx.members.insertGuest(start)));
    });
  });

  describe('announcements', () => {
    it('are heard after the commit, once each, and not at all when it rolls back', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const heard: Message[] = [];
      const last = gate();
      const end = store.subscribe((announcement) => {
        heard.push(announcement);
        if (announcement.kind === 'order_changed' && announcement.orderNo === 'last') last.open();
      });
      const changed = { kind: 'order_changed', orderNo: order.orderNo } as const;
      const rolledBack = store.transaction(async (tx) => {
        tx.publish({ kind: 'order_changed', orderNo: 'never' });
        throw new Error('no');
      });
      await assert.rejects(rolledBack);
      await store.transaction(async (tx) => {
        tx.publish(changed);
        tx.publish(changed);
        await tx.jobs.enqueue(newJob());
      });
      await store.transaction(async (tx) => tx.publish({ kind: 'order_changed', orderNo: 'last' }));
      await last.opened;
      end();
      assert.deepEqual(heard, [changed, { kind: 'jobs_ready' }, { kind: 'order_changed', orderNo: 'last' }]);
    });

    it('a broadcast reaches subscribers; one that throws hurts no other', async () => {
      await using database = await open();
      const { store } = database;
      const progress = { kind: 'order_progress', orderNo: 'A', fraction: 0.5 } as const;
      const heard = Promise.withResolvers<Message>();
      const endFirst = store.subscribe(() => {
        throw new Error('broken subscriber');
      });
      const endSecond = store.subscribe(heard.resolve);
      store.publish(progress);
      assert.deepEqual(await heard.promise, progress);
      endFirst();
      endSecond();
    });

    it('an ended subscription hears nothing more', async () => {
      await using database = await open();
      const { store } = database;
      const heard: Message[] = [];
      store.subscribe((announcement) => heard.push(announcement))();
      const other = Promise.withResolvers<Message>();
      const end = store.subscribe(other.resolve);
      store.publish({ kind: 'jobs_ready' });
      await other.promise;
      end();
      assert.deepEqual(heard, []);
    });
  });
}
