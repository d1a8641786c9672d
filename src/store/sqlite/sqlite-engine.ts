/**
 * The engine for SQLite. One connection writes and another reads what is committed. Both are synchronous, so
 * a read never waits for a write. Messages reach only subscribers in this process, because one process serves
 * a SQLite file.
 */

import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../domain/start-error.ts';
import { sqliteDialect } from '../dialect.ts';
import { type MigrationConnection, migrate, requireMigrated } from '../migrations/migrate.ts';
import { readOnlyParts } from '../read-only-parts.ts';
import type { Engine, Session } from '../session.ts';
import type { Subscribers } from '../subscribers.ts';
import { type GuardedTransaction, guardTransaction } from '../transaction-guard.ts';
import { openDurableLog } from './durable-log.ts';
import { emptyLog } from './empty-log.ts';
import { groupCommit } from './group-commit.ts';
import { createReportReader } from './report-reader.ts';
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts';

/** @param commitLost called once, when the disk failed to keep a commit. All later transactions are refused. */
export async function openSqliteEngine(
  file: string,
  subscribers: Subscribers,
  commitLost: (error: unknown) => void = () => undefined,
): Promise<Engine> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  keepPrivate(file);
  const writer = openSqliteConnection(file);
  await migrate(migrationConnection(writer));
  const reader = openSqliteConnection(file);
  reader.database.exec('pragma query_only = on; pragma cache_size = -65536');
  const reports = createReportReader(file);
  const log = openDurableLog(file);
  const group = groupCommit(writer.database, log.makeDurable, commitLost);

  return {
    dialect: sqliteDialect,
    reader: readingSession(reader),
    reports: reports.session,
    transaction(work) {
      let latest: GuardedTransaction | undefined;
      return group.run({
        async run() {
          const transaction = guardTransaction(writer.session, noLock);
          latest = transaction;
          const value = await work(transaction.session);
          transaction.assertUsable();
          return value;
        },
        end: () => latest?.end(),
        committed() {
          latest?.committed();
          subscribers.deliver(latest?.messages() ?? []);
        },
      });
    },
    subscribe: subscribers.subscribe,
    publish: (message) => subscribers.deliver([message]),
    async ping() {
      group.assertSound();
      reader.database.exec('select 1');
    },
    databaseTime: async () => null,
    dropDeletedBytes: () => emptyLog(file),
    async close() {
      await group.drain();
      await reports.close();
      reader.database.close();
      writer.database.close();
      log.close();
    },
  };
}

/**
 * An engine that only reads, for commands that run while the service runs. Creates no file but SQLite's own
 * `-wal` and `-shm`.
 * @throws StartError unless the file exists and has the schema of this version.
 */
export async function openSqliteReader(file: string): Promise<Engine> {
  if (!existsSync(file)) {
    throw new StartError(`There is no database ${file}: set DATA_DIR to the data folder of the service.`);
  }
  const connection = openSqliteConnection(file, true);
  try {
    await requireMigrated(migrationConnection(connection), `The database ${file}`);
  } catch (error) {
    connection.database.close();
    throw error;
  }
  return {
    dialect: sqliteDialect,
    reader: readingSession(connection),
    ...readOnlyParts,
    async ping() {
      connection.database.exec('select 1');
    },
    close: async () => connection.database.close(),
  };
}

/**
 * Creates the file readable by its owner only, because order numbers give access to guests' orders. SQLite
 * creates its log with the same mode.
 */
function keepPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** SQLite runs one transaction at a time, so a transaction never waits for a lock. */
function noLock(): void {}

function readingSession({ database, session: bare }: SqliteConnection): Session {
  const session: Pick<Session, 'all' | 'first' | 'run'> = {
    all: async (statement, values) => bare.all(statement, values),
    first: async (statement, values) => bare.first(statement, values),
    run: async (statement, values) => bare.run(statement, values),
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...session,
    /** Snapshots run one after the other, because they share the connection. */
    snapshot(work) {
      const next = last.then(async () => {
        database.exec('begin');
        try {
          return await work({ ...session, snapshot: (inner) => inner(this) });
        } finally {
          database.exec('commit');
        }
      });
      last = next.catch(() => undefined);
      return next;
    },
  };
}

function migrationConnection({ database }: SqliteConnection): MigrationConnection {
  return {
    dialectName: 'sqlite',
    async execute(text, parameters) {
      const statement = database.prepare(text);
      const values = parameters.map((value) => {
        if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
        throw new TypeError(`a migration got a value of type ${typeof value}`);
      });
      if (statement.columns().length > 0) return statement.all(...values);
      statement.run(...values);
      return [];
    },
    async locked(work) {
      database.exec('begin immediate');
      try {
        const result = await work();
        database.exec('commit');
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('rollback');
        throw error;
      }
    },
  };
}
