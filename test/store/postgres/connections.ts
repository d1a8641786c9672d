/** Lost connections, and several stores that are opened on an empty database at the same time. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStore } from '../../../src/store/open-store.ts';
import type { Message } from '../../../src/usecases/ports/store.ts';
import { administer, type OpenTestDatabase, silentLog } from '../../support/databases.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { openStallingProxy } from '../../support/stalling-proxy.ts';
import { created, newOrder, openShop, place, start } from '../contract/fixtures.ts';

const closeAll =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'photokiosk'";

export function connectionContract(server: PostgresServer, open: OpenTestDatabase): void {
  describe('connections to PostgreSQL', () => {
    it('connections that the server closes are restored, and subscribers learn that messages may be lost', async () => {
      await using database = await open();
      const { store } = database;
      await openShop(store);
      const missed = Promise.withResolvers<Message>();
      const end = store.subscribe(missed.resolve);
      await administer(server, closeAll);
      assert.deepEqual(await missed.promise, { kind: 'missed' });
      end();
      const received = Promise.withResolvers<Message>();
      store.subscribe(received.resolve);
      await store.transaction(async (tx) => tx.publish({ kind: 'order_changed', orderNo: 'A' }));
      assert.deepEqual(await received.promise, { kind: 'order_changed', orderNo: 'A' });
      await store.ping();
    });

    it('the store measures how far the clock of the process is ahead of the clock of the server', async () => {
      for (const offMs of [0, 60_000, -60_000]) {
        await using database = await open({ clock: { now: () => Date.now() + offMs } });
        const aheadMs = await database.store.clockAheadMs();
        assert.ok(Math.abs(aheadMs - offMs) < 5_000, `${aheadMs} instead of ${offMs}`);
      }
    });

    it('only the open transaction fails when the server closes all connections', async () => {
      await using database = await open();
      const { store } = database;
      const shop = await openShop(store);
      const order = newOrder(shop);
      const cut = store.transaction(async (tx) => {
        await tx.orders.insert(order, created(), null);
        await administer(server, closeAll);
        await tx.goods.count();
      });
      await assert.rejects(cut);
      assert.equal(await store.read.orders.byNo(order.orderNo), undefined);
      await place(store, shop, order);
    });

    it('a connection on which the server stops responding is replaced', async (t) => {
      const name = `photokiosk_silent_${process.pid}`;
      await administer(server, `create database ${name}`);
      t.after(() => administer(server, `drop database ${name} with (force)`));
      await using proxy = await openStallingProxy(server.urlOf(name));
      const database = { kind: 'postgres', url: proxy.url, connectionsMax: 1, silenceMaxMs: 1_500 } as const;
      const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
      const shop = await openShop(store);
      const order = newOrder(shop);
      const cut = store.transaction(async (tx) => {
        await tx.orders.insert(order, created(), null);
        proxy.stall();
        await tx.goods.count();
      });
      await assert.rejects(cut, /timeout/);
      assert.equal(await store.read.orders.byNo(order.orderNo), undefined);
      await place(store, shop, newOrder(shop));
      await store.close();
    });

    it('several stores can migrate an empty database at the same time', async (t) => {
      const name = `photokiosk_start_${process.pid}`;
      await administer(server, `create database ${name}`);
      t.after(() => administer(server, `drop database ${name} with (force)`));
      const database = { kind: 'postgres', url: server.urlOf(name), connectionsMax: 2 } as const;
      const start4 = Array.from({ length: 4 }, () =>
        openStore({ database, clock: { now: () => 0 }, log: silentLog }),
      );
      const opened = await Promise.all(start4);
      for (const { store } of opened) {
        await store.transaction((tx) => tx.members.insertGuest(start));
        await store.close();
      }
    });

    it('a store does not open when the server is unreachable', async () => {
      const database = { kind: 'postgres', url: 'postgres://test@127.0.0.1:1/none' } as const;
      await assert.rejects(openStore({ database, clock: { now: () => 0 }, log: silentLog }));
    });
  });
}
