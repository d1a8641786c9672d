/** Databases for tests. Each call opens an empty database with the current schema, which is removed when closed. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type OpenedStore, type OpenStoreOptions, openStore, storeOver } from '../../src/store/open-store.ts';
import { openPostgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import { createSubscribers } from '../../src/store/subscribers.ts';
import type { Clock, Log } from '../../src/usecases/ports/tools.ts';
import { createPglite } from './pglite.ts';
import { pgliteConnector } from './pglite-connector.ts';
import type { PostgresServer } from './postgres-server.ts';

export interface TestDatabase extends OpenedStore, AsyncDisposable {
  /** Opens further connections to the same database, as a second process would. Absent on PGlite. */
  openAgain?(): Promise<OpenedStore>;
}

export type OpenTestDatabase = (options?: TestDatabaseOptions) => Promise<TestDatabase>;

export interface TestDatabaseOptions {
  readonly clock?: Clock;
  readonly log?: Log;
}

const epochClock: Clock = { now: () => 0 };

/** A log that discards every line. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

let emptySqlite: Promise<Uint8Array> | undefined;

/** Writes a SQLite database with the current schema. Only the first call of the process runs the migrations. */
export async function writeEmptySqlite(file: string): Promise<void> {
  emptySqlite ??= migratedSqlite();
  writeFileSync(file, await emptySqlite, { mode: 0o600 });
}

async function migratedSqlite(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-schema-'));
  const file = join(folder, 'photokiosk.db');
  const database = { kind: 'sqlite', file } as const;
  // Close the store first: SQLite then moves the content of its write-ahead log into the database file.
  await (await openStore({ database, clock: epochClock, log: silentLog })).store.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}

/** SQLite in a file of the system's temporary folder. The fastest database, and the default for tests. */
export const openSqlite: OpenTestDatabase = async ({ clock = epochClock, log = silentLog } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-sqlite-'));
  const file = join(folder, 'photokiosk.db');
  await writeEmptySqlite(file);
  const open = () => openStore({ database: { kind: 'sqlite', file }, clock, log });
  return disposable(open, async () => rmSync(folder, { recursive: true, force: true }));
};

/**
 * Deletes all rows and keeps the schema, because creating a database takes ten times as long. The setting
 * `session_replication_role` switches off the triggers and foreign keys that would prevent the deletion.
 */
const emptyEveryTable = `do $$
  declare mine record;
  begin
    perform set_config('session_replication_role', 'replica', true);
    for mine in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('delete from %I', mine.tablename);
    end loop;
  end $$`;

let pglite: Promise<PGlite> | undefined;

/** The only database of this process on PGlite. It has the current schema. */
function onlyPglite(): Promise<PGlite> {
  pglite ??= createPglite('migrated', async (db) => {
    await openPostgresEngine(pgliteConnector(db), createSubscribers(silentLog), silentLog);
  });
  return pglite;
}

/** PGlite: PostgreSQL inside this process, without a server. Only one database can be open at a time. */
export const openPglite: OpenTestDatabase = async ({ clock = epochClock, log = silentLog } = {}) => {
  const db = await onlyPglite();
  await db.exec(emptyEveryTable);
  const engine = await openPostgresEngine(pgliteConnector(db), createSubscribers(log), log);
  const opened = storeOver(engine, clock, log);
  return { ...opened, [Symbol.asyncDispose]: () => opened.store.close() };
};

/** Runs one statement on the database of `openPglite`. */
export async function pgliteRows(text: string): Promise<Record<string, unknown>[]> {
  return (await (await onlyPglite()).query<Record<string, unknown>>(text)).rows;
}

export interface PostgresDatabases {
  readonly open: OpenTestDatabase;
  /** Drops every database that `open` has created. */
  remove(): Promise<void>;
}

type PostgresPlace = Omit<Extract<OpenStoreOptions['database'], { kind: 'postgres' }>, 'kind'>;

/**
 * Databases on a server. A database that a test has closed is emptied and used again for the next test.
 * @param placeOf the addresses under which the store reaches a database. Default: the address of the server itself.
 */
export function postgresDatabases(
  server: PostgresServer,
  placeOf: (name: string) => PostgresPlace = (name) => ({ urls: [server.urlOf(name)] }),
): PostgresDatabases {
  const all: string[] = [];
  const free: string[] = [];

  async function emptyDatabase(): Promise<string> {
    const used = free.pop();
    if (used !== undefined) {
      await administer(server, emptyEveryTable, used);
      return used;
    }
    const name = `photokiosk_test_${process.pid}_${all.length}`;
    await administer(server, `create database ${name}`);
    all.push(name);
    return name;
  }

  return {
    async open({ clock = epochClock, log = silentLog } = {}) {
      const name = await emptyDatabase();
      const database = { kind: 'postgres', ...placeOf(name) } as const;
      return disposable(
        () => openStore({ database, clock, log }),
        async () => void free.push(name),
      );
    },
    async remove() {
      for (const name of all) await administer(server, `drop database ${name} with (force)`);
    },
  };
}

/** Runs one statement on the server as its superuser. */
export async function administer(
  server: PostgresServer,
  statement: string,
  database = 'postgres',
): Promise<void> {
  const client = new pg.Client({ connectionString: server.urlOf(database) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function disposable(
  open: () => Promise<OpenedStore>,
  remove: () => Promise<void>,
): Promise<TestDatabase> {
  const all: OpenedStore[] = [];
  const openAgain = async () => {
    const opened = await open();
    all.push(opened);
    return opened;
  };
  const first = await openAgain();
  return {
    ...first,
    openAgain,
    async [Symbol.asyncDispose]() {
      for (const { store } of all) await store.close();
      await remove();
    },
  };
}
