import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { migrations } from '../../src/store/migrations/migrations.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openPostgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import { createSubscribers } from '../../src/store/subscribers.ts';
import { silentLog } from '../support/databases.ts';
import { createPglite } from '../support/pglite.ts';
import { pgliteConnector } from '../support/pglite-connector.ts';
import { dumpPostgres, dumpSqlite } from '../support/schema-dump.ts';

/** Compares the schema with its copy in `docs/`, so that the diff of a migration contains the change of the schema. */
function compareWithSnapshot(name: string, dump: string): void {
  const file = new URL(`../../docs/${name}`, import.meta.url);
  if (process.env.UPDATE_SNAPSHOTS === '1') writeFileSync(file, dump);
  assert.equal(dump, readFileSync(file, 'utf8'), 'run with UPDATE_SNAPSHOTS=1 and read the difference');
}

describe('the schema', () => {
  const pglite = createPglite();

  after(async () => (await pglite).close());

  it('on SQLite equals docs/schema-sqlite.sql, also after a second start', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'photokiosk-schema-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'schema.db');
    for (const _start of ['first', 'second']) {
      const database = { kind: 'sqlite', file } as const;
      const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
      await store.close();
      compareWithSnapshot('schema-sqlite.sql', dumpSqlite(file));
    }
  });

  it('on PostgreSQL equals docs/schema-postgres.sql, also after a second start', async () => {
    const db = await pglite;
    for (const _start of ['first', 'second']) {
      await openPostgresEngine(pgliteConnector(db), createSubscribers(silentLog), silentLog);
      compareWithSnapshot('schema-postgres.sql', await dumpPostgres(db));
    }
  });

  it('results from migrations in the order of their numbers, and no number occurs twice', () => {
    const names = Object.keys(migrations);
    assert.deepEqual(names, names.toSorted());
    const numbers = names.map((name) => name.slice(0, 4));
    assert.deepEqual(numbers, [...new Set(numbers)]);
  });

  it('refuses updates and deletions of the history of an order', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'photokiosk-history-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'history.db');
    const database = { kind: 'sqlite', file } as const;
    const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
    await store.close();
    const db = await pglite;
    await openPostgresEngine(pgliteConnector(db), createSubscribers(silentLog), silentLog);
    const sqlite = new DatabaseSync(file);
    sqlite.exec('pragma foreign_keys = off');
    await db.exec('alter table order_history drop constraint order_history_order_id_fkey');
    const insert = "insert into order_history values (1, 1, 'created', 0, '{}', '{}')";
    sqlite.exec(insert);
    await db.exec(insert);
    for (const change of ['update order_history set at = 1', 'delete from order_history']) {
      assert.throws(() => sqlite.exec(change), /append-only/);
      await assert.rejects(db.exec(change), /append-only/);
    }
    sqlite.close();
  });
});
