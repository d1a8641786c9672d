/** Databases for tests: each call opens an empty one, at the present schema, that vanishes when closed. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type OpenedStore, openStore, storeOver } from '../../src/store/open-store.ts';
import { openPostgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import { createSubscribers } from '../../src/store/subscribers.ts';
import type { Clock, Log } from '../../src/usecases/ports/tools.ts';
import { pgliteConnector } from './pglite-connector.ts';
import type { PostgresServer } from './postgres-server.ts';

export interface TestDatabase extends OpenedStore, AsyncDisposable {
  /** A second process's view: its own connections to the same database. Absent on PGlite, which has one. */
  openAgain?(): Promise<OpenedStore>;
}

export type OpenTestDatabase = (options?: TestDatabaseOptions) => Promise<TestDatabase>;

export interface TestDatabaseOptions {
  readonly clock?: Clock;
  readonly log?: Log;
}

const epochClock: Clock = { now: () => 0 };

/** Keeps quiet: tests look at what happens, not at what is said. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** A file of its own in the system's temporary folder. The quickest, and what other tests should use. */
export const openSqlite: OpenTestDatabase = async ({ clock = epochClock, log = silentLog } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-sqlite-'));
  const file = join(folder, 'photokiosk.db');
  const open = () => openStore({ database: { kind: 'sqlite', file }, clock, log });
  return disposable(open, async () => rmSync(folder, { recursive: true, force: true }));
};

let pglite: Promise<PGlite> | undefined;

/** PGlite: the PostgreSQL dialect without a server. One database at a time. */
export const openPglite: OpenTestDatabase = async ({ clock = epochClock, log = silentLog } = {}) => {
  pglite ??= PGlite.create();
  const db = await pglite;
  await db.exec('drop schema public cascade; create schema public');
  const engine = await openPostgresEngine(pgliteConnector(db), createSubscribers(log), log);
  const opened = storeOver(engine, clock);
  return { ...opened, [Symbol.asyncDispose]: () => opened.store.close() };
};

let databaseCount = 0;

/** A database of its own on the server, cloned from one that was migrated once. */
export function postgresDatabases(server: PostgresServer): OpenTestDatabase {
  const run = `photokiosk_test_${process.pid}`;
  let template: Promise<string> | undefined;

  async function makeTemplate(): Promise<string> {
    const name = `${run}_template`;
    await administer(server, `create database ${name}`);
    const database = { kind: 'postgres', url: server.urlOf(name), connectionsMax: 1 } as const;
    const { store } = await openStore({ database, clock: epochClock, log: silentLog });
    await store.close();
    return name;
  }

  return async ({ clock = epochClock, log = silentLog } = {}) => {
    template ??= makeTemplate();
    databaseCount += 1;
    const name = `${run}_${databaseCount}`;
    await administer(server, `create database ${name} template ${await template}`);
    const database = { kind: 'postgres', url: server.urlOf(name) } as const;
    const open = () => openStore({ database, clock, log });
    return disposable(open, () => administer(server, `drop database ${name} with (force)`));
  };
}

/** Removes what `postgresDatabases` keeps: nothing of ours may stay on a server that is not ours. */
export async function dropTemplate(server: PostgresServer): Promise<void> {
  await administer(server, `drop database if exists photokiosk_test_${process.pid}_template with (force)`);
}

/** Runs one statement as the server's administrator. */
export async function administer(server: PostgresServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
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
