/** Lost connections, and several stores that are opened on an empty database at the same time. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStore } from '../../../src/store/open-store.ts';
import { pgConnector } from '../../../src/store/postgres/pg-connector.ts';
import type { Message } from '../../../src/usecases/ports/store.ts';
import { administer, type OpenTestDatabase, silentLog } from '../../support/databases.ts';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { openStallingProxy } from '../../support/stalling-proxy.ts';
import { created, newOrder, openShop, place, start } from '../contract/fixtures.ts';

/**
 * Repeats a call up to four times: a call on a closed connection fails until the pool has noticed that it is closed.
 */
async function eventually<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

/** After this error, clients of the API get 503 and repeat the call, and the attempt of a job is not counted. */
const isDown = { name: 'MachineTrouble', code: 'EHOSTDOWN' };

const closeAll =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'photokiosk'";

export function connectionContract(server: PostgresServer, open: OpenTestDatabase): void {
  describe('connections to PostgreSQL', () => {
    it('connections that the server closes are restored, and subscribers receive the message that messages may be lost', async () => {
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
      await assert.rejects(cut, isDown);
      assert.equal(await store.read.orders.byNo(order.orderNo), undefined);
      await place(store, shop, order);
    });

    it('a connection on which the server stops responding is replaced', async (t) => {
      const name = `photokiosk_silent_${process.pid}`;
      await administer(server, `create database ${name}`);
      t.after(() => administer(server, `drop database ${name} with (force)`));
      await using proxy = await openStallingProxy(server.urlOf(name));
      const database = {
        kind: 'postgres',
        urls: [proxy.url],
        connectionsMax: 1,
        silenceMaxMs: 1_500,
      } as const;
      const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
      const shop = await openShop(store);
      const order = newOrder(shop);
      const cut = store.transaction(async (tx) => {
        await tx.orders.insert(order, created(), null);
        proxy.stall();
        await tx.goods.count();
      });
      await assert.rejects(cut, ({ code, cause }) => {
        assert.equal(code, 'EHOSTDOWN');
        assert.match(String(cause), /timeout/);
        return true;
      });
      assert.equal(await store.read.orders.byNo(order.orderNo), undefined);
      await place(store, shop, newOrder(shop));
      await store.close();
    });

    it('a call that waits too long for a lock fails as a call to a database that is down', async (t) => {
      const name = `photokiosk_locked_${process.pid}`;
      await administer(server, `create database ${name}`);
      const connector = pgConnector({
        servers: { urls: [server.urlOf(name)] },
        connectionsMax: 2,
        log: silentLog,
      });
      t.after(async () => {
        await connector.pool.end();
        await administer(server, `drop database ${name} with (force)`);
      });
      const [holding, waiting] = [await connector.pool.connect(), await connector.pool.connect()];
      await holding.query({ text: 'select pg_advisory_lock(1)' });
      await waiting.query({ text: "set lock_timeout = '20ms'" });
      await assert.rejects(waiting.query({ text: 'select pg_advisory_lock(1)' }), isDown);
      for (const client of [holding, waiting]) client.release();
    });

    it('a server without a free connection fails as a server that is down', async (t) => {
      const role = `photokiosk_full_${process.pid}`;
      await administer(server, `create role ${role} login password 'full' connection limit 0`);
      t.after(() => administer(server, `drop role ${role}`));
      const url = server.urlOf('postgres').replace(/\/\/[^@]*@/, `//${role}:full@`);
      const connector = pgConnector({
        servers: { urls: [url] },
        connectionsMax: 1,
        log: silentLog,
      });
      await assert.rejects(connector.pool.query({ text: 'select 1' }), isDown);
      await connector.pool.end();
    });

    it('several stores can migrate an empty database at the same time', async (t) => {
      const name = `photokiosk_start_${process.pid}`;
      await administer(server, `create database ${name}`);
      t.after(() => administer(server, `drop database ${name} with (force)`));
      const database = { kind: 'postgres', urls: [server.urlOf(name)], connectionsMax: 2 } as const;
      const start4 = Array.from({ length: 4 }, () =>
        openStore({ database, clock: { now: () => 0 }, log: silentLog }),
      );
      const opened = await Promise.all(start4);
      for (const { store } of opened) {
        await store.transaction((tx) => tx.members.insertGuest(start));
        await store.close();
      }
    });

    it('of several servers, the store uses the one that accepts writes, also after another server has taken over this role', async (t) => {
      const name = `photokiosk_hosts_${process.pid}`;
      const standby = `${name}_standby`;
      await administer(server, `create database ${name}`);
      // A database whose transactions are read-only answers as a standby does.
      await administer(server, `create database ${standby}`);
      await administer(server, `alter database ${standby} set default_transaction_read_only = on`);
      t.after(async () => {
        for (const one of [name, standby]) await administer(server, `drop database ${one} with (force)`);
      });
      const urls = ['postgres://test@127.0.0.1:1/none', server.urlOf(standby), server.urlOf(name)] as const;
      const database = { kind: 'postgres', urls, primaryOnly: true, connectionsMax: 2 } as const;
      const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
      t.after(() => store.close());
      await store.transaction((tx) => tx.members.insertGuest(start));
      await administer(server, closeAll);
      await eventually(() => store.transaction((tx) => tx.members.insertGuest(start)));
      assert.equal((await store.read.members.userById(2))?.id, 2);
    });

    it('a server that confirms commits before they are on its disk is refused with a one-sentence explanation', async (t) => {
      const name = `photokiosk_commits_${process.pid}`;
      await administer(server, `create database ${name}`);
      t.after(() => administer(server, `drop database ${name} with (force)`));
      const database = { kind: 'postgres', urls: [server.urlOf(name)] } as const;
      const open = () => openStore({ database, clock: { now: () => 0 }, log: silentLog });
      await administer(server, `alter database ${name} set synchronous_commit = off`);
      await assert.rejects(open(), /^StartError: PostgreSQL has synchronous_commit = off/);
      await administer(server, `alter database ${name} set synchronous_commit = on`);
      await (await open()).store.close();
    });

    it('a store does not open when the server is unreachable', async () => {
      const database = { kind: 'postgres', urls: ['postgres://test@127.0.0.1:1/none'] } as const;
      await assert.rejects(openStore({ database, clock: { now: () => 0 }, log: silentLog }));
    });
  });
}
