/**
 * Migrates a database to the newest schema. Several processes may start at the same time: each run holds a lock, and a
 * second run finds nothing to do. Migrations are code. Append new migrations, and never change a released migration.
 */

import {
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { StartError } from '../../domain/start-error.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { postgresTypes, sqliteTypes } from './column-types.ts';
import { migrations } from './migrations.ts';
import { runMigration } from './run-migration.ts';

/** The connection that runs the migrations. It runs plain SQL. */
export interface MigrationConnection {
  readonly dialectName: 'sqlite' | 'postgres';
  /** For a migration on PostgreSQL that waits for other processes. */
  readonly log?: Log;
  execute(text: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /** Runs `work` under a lock, so that no other process migrates this database meanwhile. */
  locked<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param known the migrations of this version, by name.
 * @returns the names of the migrations that ran.
 * @throws StartError when a newer version has migrated the database. @throws the first error of a migration.
 */
export function migrate(connection: MigrationConnection, known = migrations): Promise<string[]> {
  const types = connection.dialectName === 'postgres' ? postgresTypes : sqliteTypes;
  return connection.locked(async () => {
    const applied = await appliedMigrations(connection);
    refuseNewer(applied, known);
    const names = Object.keys(known);
    const pending = names.slice(applied.length);
    const misplaced = applied.find((name, index) => name !== names[index]);
    if (misplaced !== undefined) throw new Error(`a migration before ${misplaced} has not been run`);
    const db = singleConnection(connection);
    if (applied.length === 0) await connection.execute(createTable, []);
    for (const name of pending) {
      const migration = known[name];
      if (migration !== undefined) await runMigration({ connection, db, types }, name, migration);
    }
    return pending;
  });
}

/** The table in which Kysely's migrator records its migrations: earlier versions used this migrator. */
const createTable =
  'create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)';

/**
 * Changes nothing.
 * @throws StartError unless exactly the migrations of this version have been run.
 */
export async function requireMigrated(
  connection: Pick<MigrationConnection, 'dialectName' | 'execute'>,
  database: string,
): Promise<void> {
  const applied = await appliedMigrations(connection);
  if (applied.length === 0) throw new StartError(`${database} contains no data of Photokiosk.`);
  refuseNewer(applied, migrations);
  const missing = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new StartError(`${database} is of an older version: start the service once, which migrates it.`);
  }
}

function refuseNewer(applied: readonly string[], known: typeof migrations): void {
  const unknown = applied.filter((name) => !(name in known));
  if (unknown.length === 0) return;
  throw new StartError(
    `A newer version of Photokiosk has migrated the database (${unknown.join(', ')}): install that version, or restore the backup that was made before the upgrade.`,
  );
}

/** The names of the migrations that were run on the database; none for a new database or that of another program. */
async function appliedMigrations({
  dialectName,
  execute,
}: Pick<MigrationConnection, 'dialectName' | 'execute'>): Promise<string[]> {
  const tables =
    dialectName === 'postgres'
      ? "select 1 from pg_tables where tablename = 'kysely_migration' and schemaname = any (current_schemas(false))"
      : "select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'";
  if ((await execute(tables, [])).length === 0) return [];
  const rows = await execute('select name from kysely_migration order by name', []);
  return rows.flatMap((row) =>
    typeof row === 'object' && row !== null && 'name' in row ? String(row.name) : [],
  );
}

function singleConnection(connection: MigrationConnection): Kysely<unknown> {
  const only: DatabaseConnection = {
    async executeQuery(query) {
      const rows = await connection.execute(query.sql, query.parameters);
      // The cast is safe: a migration names the type of the rows that it reads.
      return { rows: rows as never[] };
    },
    streamQuery() {
      throw new Error('migrations do not stream');
    },
  };
  const isPostgres = connection.dialectName === 'postgres';
  return new Kysely({
    dialect: {
      createAdapter: () => (isPostgres ? new PostgresAdapter() : new SqliteAdapter()),
      createIntrospector: (db) => (isPostgres ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
      createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => only,
        beginTransaction: refuseTransaction,
        commitTransaction: refuseTransaction,
        rollbackTransaction: refuseTransaction,
        releaseConnection: async () => undefined,
        destroy: async () => undefined,
      }),
    },
  });
}

async function refuseTransaction(): Promise<void> {
  throw new Error('a migration runs in a transaction already');
}
