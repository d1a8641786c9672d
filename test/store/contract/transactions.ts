import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Announcement, StoreTransaction } from '../../../src/usecases/ports/store.ts';
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
        await tx.insertOrder(order, created(), null);
        await tx.enqueue(newJob());
        throw failure;
      });
      await assert.rejects(failing, failure);
      assert.equal(await store.read.orderByNo(order.orderNo), undefined);
      assert.equal((await store.read.queueFigures(start)).ready, 0);
    });

    it('one of many at once fails, and every other is committed', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const orders = Array.from({ length: 40 }, () => newOrder(shop));
      const outcomes = await Promise.allSettled(
        orders.map((order, index) =>
          store.transaction(async (tx) => {
            await tx.insertOrder(order, created(), null);
            if (index % 10 === 3) await tx.insertOrder(order, created(), null);
          }),
        ),
      );
      for (const [index, order] of orders.entries()) {
        const failed = index % 10 === 3;
        assert.equal(outcomes[index]?.status, failed ? 'rejected' : 'fulfilled');
        assert.equal((await store.read.orderByNo(order.orderNo)) === undefined, failed);
      }
    });

    it('a transaction sees its own writes, and nobody else does before its end', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = newOrder(shop);
      await store.transaction(async (tx) => {
        await tx.insertOrder(order, created(), null);
        assert.equal((await tx.orderByNo(order.orderNo))?.order.orderNo, order.orderNo);
        // PGlite has one connection, and it is in this transaction.
        if (database.openAgain !== undefined) {
          assert.equal(await store.read.orderByNo(order.orderNo), undefined);
        }
      });
      assert.equal((await store.read.orderByNo(order.orderNo))?.order.orderNo, order.orderNo);
    });

    it('a statement that failed dooms its transaction, even where its caller goes on', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const [first, second] = [newOrder(shop), newOrder(shop)];
      const going = store.transaction(async (tx) => {
        await tx.insertOrder(first, created(), null);
        await tx.insertOrder(first, created(), null).catch(() => undefined);
        await tx.insertOrder(second, created(), null).catch(() => undefined);
      });
      await assert.rejects(going);
      assert.equal(await store.read.orderByNo(first.orderNo), undefined);
      assert.equal(await store.read.orderByNo(second.orderNo), undefined);
    });

    it('a transaction cannot be used after its end', async () => {
      await using database = await open();
      const { store } = database;
      const kept = await store.transaction(async (tx): Promise<StoreTransaction[]> => [tx]);
      await assert.rejects(async () => kept[0]?.countGoods());
      await assert.rejects(async () => kept[0]?.announce({ kind: 'jobs_ready' }));
    });

    it('changes of one order queue: none is lost', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      await store.transaction((tx) => advance(tx, order, { type: 'paid', at: start, attemptId: null }));
      const turnRound = () =>
        store.transaction(async (tx) => {
          const locked = await tx.lockOrder(order.orderNo);
          assert.ok(locked !== undefined);
          await advance(
            tx,
            locked,
            { type: 'work_started', at: start },
            { type: 'work_returned', at: start, error: 'e' },
          );
        });
      await Promise.all(Array.from({ length: 8 }, turnRound));
      assert.equal((await store.read.orderByNo(order.orderNo))?.order.version, 18);
    });

    it('the history refuses to be changed: entries are added only', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const again = store.transaction((tx) =>
        tx.saveOrder(order, { seq: 1, event: { type: 'created', at: start }, actor: { kind: 'system' } }),
      );
      await assert.rejects(again);
      assert.deepEqual(await store.read.historyOf(order.id), [created()]);
    });

    it('after closing, a transaction is refused', async () => {
      await using database = await open();
      const { store } = database;
      await store.ping();
      const last = store.transaction((tx) => tx.insertGuest(start));
      await store.close();
      await last;
      await assert.rejects(store.transaction((tx) => tx.insertGuest(start)));
    });
  });

  describe('announcements', () => {
    it('are heard after the commit, once each, and not at all when it rolls back', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const heard: Announcement[] = [];
      const last = gate();
      const end = store.subscribe((announcement) => {
        heard.push(announcement);
        if (announcement.kind === 'order_changed' && announcement.orderNo === 'last') last.open();
      });
      const changed = { kind: 'order_changed', orderNo: order.orderNo } as const;
      const rolledBack = store.transaction(async (tx) => {
        tx.announce({ kind: 'order_changed', orderNo: 'never' });
        throw new Error('no');
      });
      await assert.rejects(rolledBack);
      await store.transaction(async (tx) => {
        tx.announce(changed);
        tx.announce(changed);
        await tx.enqueue(newJob());
      });
      await store.transaction(async (tx) => tx.announce({ kind: 'order_changed', orderNo: 'last' }));
      await last.opened;
      end();
      assert.deepEqual(heard, [changed, { kind: 'jobs_ready' }, { kind: 'order_changed', orderNo: 'last' }]);
    });

    it('a broadcast reaches subscribers; one that throws hurts no other', async () => {
      await using database = await open();
      const { store } = database;
      const progress = { kind: 'order_progress', orderNo: 'A', fraction: 0.5 } as const;
      const heard = Promise.withResolvers<Announcement>();
      const endFirst = store.subscribe(() => {
        throw new Error('broken subscriber');
      });
      const endSecond = store.subscribe(heard.resolve);
      store.broadcast(progress);
      assert.deepEqual(await heard.promise, progress);
      endFirst();
      endSecond();
    });

    it('an ended subscription hears nothing more', async () => {
      await using database = await open();
      const { store } = database;
      const heard: Announcement[] = [];
      store.subscribe((announcement) => heard.push(announcement))();
      const other = Promise.withResolvers<Announcement>();
      const end = store.subscribe(other.resolve);
      store.broadcast({ kind: 'jobs_ready' });
      await other.promise;
      end();
      assert.deepEqual(heard, []);
    });
  });
}
