import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import { runSelfAudit } from '../../../src/usecases/self-audit/run-self-audit.ts';
import { openSqlite, silentLog } from '../../support/databases.ts';
import { created, newOrder, openShop } from '../contract/fixtures.ts';

describe('a SQLite file', () => {
  it('can be read only by its owner, and so can its write-ahead log', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photokiosk-mode-'));
    try {
      const file = join(folder, 'data', 'shop.db');
      const database = { kind: 'sqlite', file } as const;
      const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
      const modes = [file, `${file}-wal`].map((path) => statSync(path).mode & 0o777);
      await store.close();
      assert.deepEqual(modes, [0o600, 0o600]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a transaction on SQLite', () => {
  it('is rolled back if it waits for anything but the database, and its later calls are refused', async () => {
    await using database = await openSqlite();
    const { store } = database;
    const shop = await openShop(store);
    const [early, late] = [newOrder(shop), newOrder(shop)];
    const lateCall = Promise.withResolvers<unknown>();
    const waiting = store.transaction(async (tx) => {
      await tx.orders.insert(early, created(), null);
      await new Promise((resolve) => setImmediate(resolve));
      await tx.orders.insert(late, created(), null).catch(lateCall.resolve);
    });
    await assert.rejects(waiting, /waited for something other than the database/);
    assert.match(String(await lateCall.promise), /used after its end/);
    await store.transaction((tx) => tx.members.insertGuest(0));
    assert.equal(await store.read.orders.byNo(early.orderNo), undefined);
    assert.equal(await store.read.orders.byNo(late.orderNo), undefined);
  });

  it('is invisible to reads before its commit, also in the same turn of the event loop', async () => {
    await using database = await openSqlite();
    const { store } = database;
    const shop = await openShop(store);
    const order = newOrder(shop);
    const placed = store.transaction((tx) => tx.orders.insert(order, created(), null));
    assert.equal(await store.read.orders.byNo(order.orderNo), undefined);
    await placed;
    assert.notEqual(await store.read.orders.byNo(order.orderNo), undefined);
  });
});

describe('a long read on SQLite', () => {
  const reports: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
    'the self-audit': (store) => runSelfAudit({ store }),
    'the sums of money': (store) => store.read.payments.moneySlices(0, 1),
    'the processing times': (store) => store.read.jobs.processingTimes(['process_order'], 0),
  };
  for (const [name, run] of Object.entries(reports)) {
    it(`does not delay other calls: ${name}`, async () => {
      await using database = await openSqlite();
      let othersRan = false;
      setImmediate(() => {
        othersRan = true;
      });
      await run(database.store);
      assert.equal(othersRan, true);
    });
  }

  it('sees every commit before its start, and is rejected when the store is closed', async () => {
    await using database = await openSqlite();
    const { store } = database;
    const shop = await openShop(store);
    await store.transaction((tx) => tx.orders.insert(newOrder(shop), created(), null));
    assert.equal((await store.read.selfAudit.page(0, 10)).length, 1);
    await store.transaction((tx) => tx.orders.insert(newOrder(shop), created(), null));
    assert.equal((await store.read.selfAudit.page(0, 10)).length, 2);
    const underWay = assert.rejects(store.read.selfAudit.page(0, 10), /closed|ended/);
    await store.close();
    await underWay;
  });
});
