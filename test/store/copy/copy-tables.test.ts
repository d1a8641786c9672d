/** A copy between SQLite and PostgreSQL has every row, and a copy that differs is refused. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import pg from 'pg';
import type { CopiedRow, CopiedTable, CopyTarget } from '../../../src/store/copy/copied-table.ts';
import { copyTables } from '../../../src/store/copy/copy-tables.ts';
import { openPostgresCopy } from '../../../src/store/copy/postgres-copy.ts';
import { openSqliteCopy } from '../../../src/store/copy/sqlite-copy.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { administer, silentLog, writeEmptySqlite } from '../../support/databases.ts';
import { howToGetPostgres, startPostgres } from '../../support/postgres-server.ts';
import { temporaryDataDir } from '../../support/service-process.ts';
import { restoreSqliteDatabase } from '../../upgrade/database-dump.ts';

const server = await startPostgres();
if (server === undefined && process.env.CI === 'true') throw new Error(howToGetPostgres);
after(() => server?.stop());

/** A database of release 0.1.0, which has rows of most tables, migrated to this version. */
async function filledSqlite(file: string): Promise<void> {
  const dump = join(import.meta.dirname, '../../upgrade/0.1.0/sqlite.sql');
  restoreSqliteDatabase(file, readFileSync(dump, 'utf8'));
  await (
    await openStore({ database: { kind: 'sqlite', file }, clock: { now: Date.now }, log: silentLog })
  ).store.close();
  const database = new DatabaseSync(file);
  // The highest user is deleted: the copy must not generate this id again.
  database.exec(
    `insert into users (kind, created_at) values ('guest', 1); delete from users where id = last_insert_rowid()`,
  );
  database.exec(`insert into notes (target_kind, target_id, text, operator, created_at)
    values ('user', 1, 'quotes '' " \\ {} , newline \n, 字, 😀, empty ""', 'admin', 9007199254740991)`);
  database.close();
}

function rowsOf(file: string): Readonly<Record<string, unknown>> {
  const database = new DatabaseSync(file);
  const names = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'kysely_%' order by name`)
    .all();
  const all = names.map(({ name }) => {
    // A sequence that has generated no id may be listed with 0, or not at all.
    const rows = database
      .prepare(`select * from "${String(name)}"`)
      .all()
      .filter(({ seq }) => seq !== 0);
    return [name, rows.map((row) => JSON.stringify(row)).toSorted()];
  });
  database.close();
  return Object.fromEntries(all);
}

test('a database that is copied to PostgreSQL and back has the same rows, and generates no id again', {
  skip: server === undefined && howToGetPostgres,
}, async (t) => {
  assert.ok(server !== undefined);
  const { dataDir, remove } = temporaryDataDir();
  t.after(remove);
  const [from, back] = [join(dataDir, 'from.db'), join(dataDir, 'back.db')];
  await filledSqlite(from);
  await administer(server, 'create database copied');
  const urls: [string] = [server.urlOf('copied')];
  const database = { kind: 'postgres', urls } as const;
  await (await openStore({ database, clock: { now: Date.now }, log: silentLog })).store.close();

  const source = openSqliteCopy(from);
  const target = await openPostgresCopy({ urls }, silentLog);
  const copied = await copyTables(target.tables, source, target);
  await target.commit();
  source.close();
  await target.close();
  assert.ok(copied > 100, `${copied} rows`);

  await writeEmptySqlite(back);
  const postgres = await openPostgresCopy({ urls }, silentLog);
  const sqlite = openSqliteCopy(back);
  assert.equal(await copyTables(postgres.tables, postgres, sqlite), copied);
  sqlite.commit();
  sqlite.close();
  await postgres.close();
  assert.deepEqual(rowsOf(back), rowsOf(from));

  const client = new pg.Client({ connectionString: urls[0] });
  await client.connect();
  const insert = `insert into users (kind, created_at) values ('guest', 1) returning id`;
  const { rows } = await client.query<{ id: string }>(insert);
  await client.end();
  const original = new DatabaseSync(from);
  assert.equal(Number(rows[0]?.id), original.prepare(insert).get()?.id);
  original.close();
});

test('a copy in which one row is missing or changed is refused', async () => {
  const table: CopiedTable = {
    name: 'notes',
    columns: [{ name: 'text', type: 'text' }],
    hasGeneratedId: false,
  };
  const held: readonly CopiedRow[] = [['a'], ['b'], ['c']];
  const holding = (rows: readonly CopiedRow[]): CopyTarget => ({
    async *rows() {
      yield rows;
    },
    lastId: async () => 0,
    insert: async () => undefined,
    setLastId: async () => undefined,
  });
  assert.equal(await copyTables([table], holding(held), holding([['c'], ['a'], ['b']])), 3);
  for (const wrong of [
    [['a'], ['b']],
    [['a'], ['b'], ['d']],
    [['a'], ['b'], ['c'], ['c']],
    [['a'], ['b'], [null]],
  ]) {
    await assert.rejects(copyTables([table], holding(held), holding(wrong)), /the copy of notes differs/);
  }
});
