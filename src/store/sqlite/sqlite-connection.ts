/** One connection to a SQLite file: settings, and the prepared form of every statement it has run. */

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { sqliteDialect } from '../dialect.ts';
import type { Session } from '../session.ts';
import type { Statement } from '../statement.ts';

/** How long a writer of another process is waited for. The event loop stands still meanwhile. */
const busyTimeoutMs = 5_000;

export interface SqliteConnection {
  readonly database: DatabaseSync;
  /** Synchronous underneath: each promise is settled when it is returned. */
  readonly session: Pick<Session, 'all' | 'first' | 'run'>;
}

export function openSqliteConnection(file: string): SqliteConnection {
  const database = new DatabaseSync(file, {
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
  });
  // NORMAL: a commit writes to the log and never waits for the disk; `durable-log.ts` does, before any answer.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    pragma journal_size_limit = 67108864;
    pragma cache_size = -16384;
    pragma temp_store = memory;
    pragma trusted_schema = off;
  `);

  const prepared = new Map<string, StatementSync>();
  function preparedOf<P>(statement: Statement<P, unknown>, text: string): StatementSync {
    const known = prepared.get(statement.name);
    if (known !== undefined) return known;
    const made = database.prepare(text);
    prepared.set(statement.name, made);
    return made;
  }

  return {
    database,
    session: {
      async all(statement, values) {
        const compiled = statement.compiled(sqliteDialect);
        return statement.rows(preparedOf(statement, compiled.sql).all(...compiled.bind(values)));
      },
      async first(statement, values) {
        const compiled = statement.compiled(sqliteDialect);
        const row = preparedOf(statement, compiled.sql).get(...compiled.bind(values));
        return row === undefined ? undefined : statement.rows([row])[0];
      },
      async run(statement, values) {
        const compiled = statement.compiled(sqliteDialect);
        return Number(preparedOf(statement, compiled.sql).run(...compiled.bind(values)).changes);
      },
    },
  };
}
