/**
 * `photokiosk database copy`: copies the shop's database from SQLite in the data folder to the PostgreSQL of
 * `DATABASE_URL`, or back. The original stays as it is. The target must be empty, and no process of the shop may run.
 */

import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../../src/config.ts';
import { StartError } from '../../src/domain/start-error.ts';
import { syncFolder } from '../../src/files/durable-folder.ts';
import { openDatabase, openDatabaseReadOnly, sqliteFileOf } from '../../src/main/database.ts';
import { copyTables } from '../../src/store/copy/copy-tables.ts';
import { openPostgresCopy, type PostgresCopy } from '../../src/store/copy/postgres-copy.ts';
import { openSqliteCopy, type SqliteCopy } from '../../src/store/copy/sqlite-copy.ts';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import { type AuditReport, runSelfAudit } from '../../src/usecases/self-audit/run-self-audit.ts';
import type { Environment } from '../command-context.ts';
import { requireAbsentDatabase } from './absent-database.ts';
import { ArgumentError } from './argument-error.ts';
import { commandLog } from './command-log.ts';

export type CopyDirection = 'postgres' | 'sqlite';

export interface DatabaseCopy {
  readonly rows: number;
  readonly orders: number;
  /** What the self-audit finds in the original and in the copy. */
  readonly problems: readonly string[];
}

/**
 * @param to the database that is filled.
 * @throws ConfigError, StartError when a process of the shop runs, the source has no data, the target is not empty, or
 *   the self-audit finds a problem in the copy that the original does not have.
 */
export async function copyDatabase(
  env: Environment,
  workingDir: string,
  to: CopyDirection,
): Promise<DatabaseCopy> {
  const config = readConfig(env, workingDir);
  if (config.database === null) {
    throw new ArgumentError('Set DATABASE_URL to the PostgreSQL database of the copy (docs/operating.md).');
  }
  const lock = lockFolder(config.dataDir);
  try {
    return await (to === 'postgres' ? copyToPostgres(config) : copyToSqlite(config));
  } finally {
    lock.release();
  }
}

async function copyToPostgres(config: Config): Promise<DatabaseCopy> {
  await requireVersion(withSqlite(config));
  await migrated(config);
  const postgres = await openPostgres(config);
  try {
    await requireEmpty(postgres);
    const rows = await within(config, (sqlite) => copyTables(postgres.tables, sqlite, postgres));
    await postgres.commit();
    // Only a committed copy can be read as the service reads it. Its rows are equal to the original.
    return { rows, ...(await audited(config, withSqlite(config))) };
  } finally {
    await postgres.close();
  }
}

/** Copies into a new file, and moves the file to its place last, so that no service starts on a part of a copy. */
async function copyToSqlite(config: Config): Promise<DatabaseCopy> {
  const file = sqliteFileOf(config);
  requireAbsentDatabase(file, moveAway);
  await requireVersion(config);
  const folder = join(config.dataDir, 'copying');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const scratch = { ...withSqlite(config), dataDir: folder };
  await migrated(scratch);
  const postgres = await openPostgres(config);
  try {
    const rows = await within(scratch, async (sqlite) => {
      const copied = await copyTables(postgres.tables, postgres, sqlite);
      sqlite.commit();
      return copied;
    });
    const report = await audited(scratch, config);
    // A service may have started since the copy began.
    await postgres.requireAlone();
    requireAbsentDatabase(file, moveAway);
    renameSync(sqliteFileOf(scratch), file);
    await syncFolder(config.dataDir);
    return { rows, ...report };
  } finally {
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const moveAway = 'move it away before the copy';
const errors = () => commandLog('error');
const withSqlite = (config: Config): Config => ({ ...config, database: null, databaseDirect: null });

function openPostgres(config: Config): Promise<PostgresCopy> {
  const servers = config.databaseDirect ?? config.database;
  if (servers === null) throw new Error('the configuration names no PostgreSQL');
  return openPostgresCopy(servers, errors());
}

async function within<T>(config: Config, work: (sqlite: SqliteCopy) => Promise<T>): Promise<T> {
  const sqlite = openSqliteCopy(sqliteFileOf(config));
  try {
    return await work(sqlite);
  } finally {
    sqlite.close();
  }
}

/** @throws StartError unless the database exists and is of this version. */
async function requireVersion(config: Config): Promise<void> {
  const { store } = await openDatabaseReadOnly(config, errors());
  await store.close();
}

/**
 * Makes the tables of this version, unless they exist. Goes around a pooler, which would keep a connection open that
 * looks like another process.
 */
async function migrated(config: Config): Promise<void> {
  const noReserve = { giveUpReserve: () => false, commitLost: () => undefined };
  const direct = { ...config, database: config.databaseDirect ?? config.database, databaseDirect: null };
  const { store } = await openDatabase(direct, errors(), noReserve);
  await store.close();
}

async function requireEmpty(postgres: PostgresCopy): Promise<void> {
  for (const table of postgres.tables) {
    for await (const rows of postgres.rows(table)) {
      if (rows.length === 0) continue;
      throw new StartError('The database of DATABASE_URL contains data: copy into an empty database.');
    }
  }
}

/**
 * The original is audited only if the copy has problems.
 * @throws StartError when the copy has a problem that the original does not have.
 */
async function audited(copy: Config, original: Config): Promise<Omit<DatabaseCopy, 'rows'>> {
  const { orders, problems } = await audit(copy);
  if (problems.length === 0) return { orders, problems };
  const known = new Set((await audit(original)).problems);
  const fresh = problems.filter((problem) => !known.has(problem));
  if (fresh.length === 0) return { orders, problems };
  throw new StartError(
    `The audit of the copy found problems that the original does not have (${fresh.length}): do not use the copy. The first: ${fresh[0]}`,
  );
}

async function audit(config: Config): Promise<AuditReport> {
  const opened = await openDatabaseReadOnly(config, errors());
  try {
    return await runSelfAudit(opened);
  } finally {
    await opened.store.close();
  }
}
