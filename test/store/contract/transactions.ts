/** Transactions, and the messages that they publish. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, StoreTransaction } from '../../../src/usecases/ports/store.ts';
import type { OpenTestDatabase } from '../../support/databases.ts';
import { advance, created, gate, newJob, newOrder, openShop, place, start } from './fixtures.ts';

export function transactionContract(open: OpenTestDatabase): void {
  describe('transactions', () => {
    it('a transaction that throws changes nothing', async () => {
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

    it('one failed transaction among many simultaneous ones does not affect the others', async () => {
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

    it('only the transaction itself sees its writes before the commit', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = newOrder(shop);
      await store.transaction(async (tx) => {
        await tx.orders.insert(order, created(), null);
        assert.equal((await tx.orders.byNo(order.orderNo))?.order.orderNo, order.orderNo);
        // Not on PGlite: its only connection is used by this transaction, so a read outside of it would wait for ever.
        if (database.openAgain !== undefined) {
          assert.equal(await store.read.orders.byNo(order.orderNo), undefined);
        }
      });
      assert.equal((await store.read.orders.byNo(order.orderNo))?.order.orderNo, order.orderNo);
    });

    it('a failed statement makes its transaction fail, even if the caller catches the error', async () => {
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

    it('a transaction that has ended refuses every call', async () => {
      await using database = await open();
      const { store } = database;
      const kept = await store.transaction(async (tx): Promise<StoreTransaction[]> => [tx]);
      await assert.rejects(async () => kept[0]?.goods.count());
      await assert.rejects(async () => kept[0]?.publish({ kind: 'jobs_ready' }));
    });

    it('no change is lost when several transactions change the same order at the same time', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      await store.transaction((tx) => advance(tx, order, { type: 'paid', at: start, attemptId: null }));
      const startAndReturn = () =>
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
      await Promise.all(Array.from({ length: 8 }, startAndReturn));
      assert.equal((await store.read.orders.byNo(order.orderNo))?.order.version, 18);
    });

    it('a second history entry with the same number is refused, and the history does not change', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const again = store.transaction((tx) =>
        tx.orders.save(order, { seq: 1, event: { type: 'created', at: start }, actor: { kind: 'system' } }),
      );
      await assert.rejects(again);
      assert.deepEqual(await store.read.orders.history(order.id), [created()]);
    });

    it('a closed store completes the transactions that have begun and refuses new ones', async () => {
      await using database = await open();
      const { store } = database;
      await store.ping();
      const last = store.transaction((tx) => tx.members.insertGuest(start));
      await store.close();
      await last;
      await assert.rejects(store.transaction((tx) => tx.members.insertGuest(start)));
    });
  });

  describe('messages', () => {
    it('a message is delivered once, after the commit, and never after a rollback', async () => {
      await using database = await open();
      const { store } = database;
      const order = await place(store, await openShop(store));
      const received: Message[] = [];
      const last = gate();
      const end = store.subscribe((message) => {
        received.push(message);
        if (message.kind === 'order_changed' && message.orderNo === 'last') last.open();
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
      assert.deepEqual(received, [
        changed,
        { kind: 'jobs_ready' },
        { kind: 'order_changed', orderNo: 'last' },
      ]);
    });

    it('the other subscribers receive a message even if one subscriber throws', async () => {
      await using database = await open();
      const { store } = database;
      const progress = { kind: 'order_progress', orderNo: 'A', fraction: 0.5 } as const;
      const received = Promise.withResolvers<Message>();
      const endFirst = store.subscribe(() => {
        throw new Error('broken subscriber');
      });
      const endSecond = store.subscribe(received.resolve);
      store.publish(progress);
      assert.deepEqual(await received.promise, progress);
      endFirst();
      endSecond();
    });

    it('an ended subscription receives no message', async () => {
      await using database = await open();
      const { store } = database;
      const received: Message[] = [];
      store.subscribe((message) => received.push(message))();
      const other = Promise.withResolvers<Message>();
      const end = store.subscribe(other.resolve);
      store.publish({ kind: 'jobs_ready' });
      await other.promise;
      end();
      assert.deepEqual(received, []);
    });
  });
}
