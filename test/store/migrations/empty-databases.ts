/** Empty databases for tests of migrations, and the migrations up to a number. */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { after, type TestContext } from 'node:test';
import type { PGlite } from '@electric-sql/pglite';
import type { MigrationConnection } from '../../../src/store/migrations/migrate.ts';
import { migrations } from '../../../src/store/migrations/migrations.ts';
import { createPglite } from '../../support/pglite.ts';

type OpenConnection = (t: TestContext) => Promise<MigrationConnection>;

const openSqlite: OpenConnection = async (t) => {
  const database = new DatabaseSync(':memory:');
  t.after(() => database.close());
  return {
    dialectName: 'sqlite',
    execute: async (text, values) => database.prepare(text).all(...(values as SQLInputValue[])),
    locked: (work) => work(),
  };
};

let pglite: Promise<PGlite> | undefined;
after(async () => (await pglite)?.close());

const openPostgres: OpenConnection = async () => {
  pglite ??= createPglite();
  const db = await pglite;
  await db.exec('drop schema public cascade; create schema public');
  return {
    dialectName: 'postgres',
    execute: async (text, values) => (await db.query(text, [...values])).rows,
    locked: (work) => work(),
  };
};

/** @returns the migrations up to this number. */
export function upTo(number: number): typeof migrations {
  return Object.fromEntries(Object.entries(migrations).slice(0, number));
}

export const emptyDatabases = [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
] as const;
