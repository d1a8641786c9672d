import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../../src/store/open-store.ts';
import { openSqlite, silentLog } from '../../support/databases.ts';
import { openShop, place, start } from '../contract/fixtures.ts';

describe('a SQLite file', () => {
  it('contains every acknowledged order after the writing process was killed', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'photokiosk-killed-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'not', 'there', 'yet', 'photokiosk.db');
    const program = fileURLToPath(new URL('./place-orders-forever.ts', import.meta.url));
    const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const acknowledged: string[] = [];
    for await (const orderNo of createInterface({ input: child.stdout })) {
      acknowledged.push(orderNo);
      if (acknowledged.length === 500) child.kill('SIGKILL');
    }
    await ended;
    assert.ok(acknowledged.length >= 500);

    const database = { kind: 'sqlite', file } as const;
    const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
    for (const orderNo of acknowledged) {
      const found = await store.read.orders.byNo(orderNo);
      assert.ok(found !== undefined, `${orderNo} was acknowledged and is gone`);
      assert.equal((await store.read.orders.history(found.order.id)).length, 1);
    }
    await store.close();
  });

  it('can be opened by two stores, and each store sees the commits of the other', async () => {
    await using database = await openSqlite();
    const second = await database.openAgain?.();
    assert.ok(second !== undefined);
    const shop = await openShop(database.store);
    const order = await place(second.store, shop);
    assert.deepEqual((await database.store.read.orders.byNo(order.orderNo))?.order, order);
    const [one, two] = await Promise.all([place(database.store, shop), place(second.store, shop)]);
    assert.notEqual(one.id, two.id);
  });

  it('is read by the self-audit in one consistent state while transactions write', async () => {
    await using database = await openSqlite();
    const { store } = database;
    const shop = await openShop(store);
    await place(store, shop);
    const [page] = await Promise.all([
      store.read.selfAudit.page(0, 10),
      store.read.selfAudit.page(0, 10),
      place(store, shop),
      store.transaction((tx) => tx.members.insertGuest(start)),
    ]);
    // The order that is placed meanwhile is in the page together with its history, or it is absent.
    assert.ok(page.length === 1 || page.length === 2);
    assert.ok(page.every(({ history }) => history.length === 1));
    assert.equal((await store.read.selfAudit.page(0, 10)).length, 2);
  });
});
