/**
 * Runs one migration. On PostgreSQL, processes of the older version place and pay orders meanwhile, so a migration
 * holds and waits for the locks of tables as briefly as possible: each migration is a transaction of its own, waits
 * for a lock only for a moment, and builds indexes without a lock that blocks writes.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { MigrationConnection } from './migrate.ts';
import type { Migration, NewIndex } from './migration.ts';

interface Tools {
  readonly connection: MigrationConnection;
  readonly db: Kysely<unknown>;
  readonly types: ColumnTypes;
}

/**
 * How long a statement waits for a lock. While it waits for the exclusive lock of a table, PostgreSQL lets every other
 * statement on the table wait behind it.
 */
const lockWaitMs = 500;
const pauseStepMs = 500;
const pauseMsMax = 5_000;
/** How often the log says that an index is still being built. */
const indexNoticeMs = 30_000;

/** SQLSTATE of a wait that was too long, and of a deadlock with another process that starts. */
const lockStates: readonly unknown[] = ['55P03', '40P01'];

/** A repetition after a crash continues where the crash happened. */
export async function runMigration(tools: Tools, name: string, { indexes, up }: Migration): Promise<void> {
  const { connection, db, types } = tools;
  for (const index of indexes) await createIndex(connection, index);
  await inTransaction(connection, name, async () => {
    await up(db, types);
    const now = sql`cast(current_timestamp as varchar(255))`;
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(db);
  });
}

/** An interrupted `create index concurrently` leaves an invalid index, which is built again. */
async function createIndex(connection: MigrationConnection, { name, on }: NewIndex): Promise<void> {
  const { dialectName, execute } = connection;
  if (dialectName === 'sqlite')
    return void (await execute(`create index if not exists ${name} on ${on}`, []));
  const invalid = 'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid';
  await untilUnlocked(connection, name, () =>
    withNotices(connection, name, async () => {
      if ((await execute(invalid, [name])).length > 0) await execute(`drop index concurrently ${name}`, []);
      await execute(`create index concurrently if not exists ${name} on ${on}`, []);
    }),
  );
}

/**
 * Logs that the work is not finished, soon and then regularly. `create index concurrently` waits without a time limit for
 * all transactions that use the table, and without the lines an operator sees only a start that hangs.
 */
async function withNotices(
  { log }: MigrationConnection,
  index: string,
  work: () => Promise<void>,
): Promise<void> {
  const notice = () =>
    log?.warn({ index }, 'a migration builds an index, or waits for transactions of other connections');
  const first = setTimeout(notice, lockWaitMs);
  const further = setInterval(notice, indexNoticeMs);
  try {
    await work();
  } finally {
    clearTimeout(first);
    clearInterval(further);
  }
}

async function inTransaction(
  connection: MigrationConnection,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const { dialectName, execute } = connection;
  // On SQLite, `locked` runs all migrations in one transaction, because no other process uses the database.
  if (dialectName === 'sqlite') return work();
  await untilUnlocked(connection, name, async () => {
    await execute('begin', []);
    try {
      await execute(`set local lock_timeout = ${lockWaitMs}`, []);
      await work();
      await execute('commit', []);
    } catch (error) {
      await execute('rollback', []).catch(() => undefined);
      throw error;
    }
  });
}

/** Repeats the work for as long as locks of other connections prevent it. */
async function untilUnlocked(
  { log }: MigrationConnection,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isOfLocks(error)) throw error;
      log?.warn(
        { err: error, migration: name, tries },
        'a migration waits for locks that other connections hold',
      );
      await pause(Math.min(tries * pauseStepMs, pauseMsMax));
    }
  }
}

function isOfLocks(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return lockStates.includes('code' in error ? error.code : undefined) || isOfLocks(error.cause);
}
