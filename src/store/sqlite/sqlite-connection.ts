/** A connection to a SQLite file, with its settings and its prepared statements. */

import { DatabaseSync } from 'node:sqlite';
import { sqliteDialect } from '../dialect.ts';
import type { Session } from '../session.ts';
import type { SqlValue, Statement } from '../statement.ts';

/** How long to wait for a writer of another process. The wait blocks the event loop. */
const busyTimeoutMs = 5_000;

export interface SqliteConnection {
  readonly database: DatabaseSync;
  /** The driver is synchronous: each returned promise is already settled. */
  readonly session: Pick<Session, 'all' | 'first' | 'run'>;
}

export function openSqliteConnection(file: string): SqliteConnection {
  const database = new DatabaseSync(file, {
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
  });
  // NORMAL: a commit writes to the log and does not wait for the disk. `durable-log.ts` waits, before any
  // response.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    pragma journal_size_limit = 67108864;
    pragma cache_size = -16384;
    pragma temp_store = memory;
    pragma trusted_schema = off;
  `);

  const prepared = new Map<string, PreparedStatement>();
  function preparedOf<P>(statement: Statement<P, unknown>, text: string): PreparedStatement {
    const known = prepared.get(statement.name);
    if (known !== undefined) return known;
    const made = prepare(database, text);
    prepared.set(statement.name, made);
    return made;
  }

  return {
    database,
    session: {
      async all(statement, values) {
        const compiled = statement.compiled(sqliteDialect);
        return statement.rows(preparedOf(statement, compiled.sql).all(compiled.bind(values)));
      },
      async first(statement, values) {
        const compiled = statement.compiled(sqliteDialect);
        const row = preparedOf(statement, compiled.sql).first(compiled.bind(values));
        return row === undefined ? undefined : statement.rows([row])[0];
      },
      async run(statement, values) {
        const compiled = statement.compiled(sqliteDialect);
        return preparedOf(statement, compiled.sql).run(compiled.bind(values));
      },
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

interface PreparedStatement {
  all(values: SqlValue[]): Row[];
  first(values: SqlValue[]): Row | undefined;
  /** @returns how many rows were changed. */
  run(values: SqlValue[]): number;
}

/**
 * Reads rows as arrays and makes objects of them. For 39 columns the driver takes twice as long to make an
 * object.
 */
function prepare(database: DatabaseSync, text: string): PreparedStatement {
  const statement = database.prepare(text);
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);

  function rowOf(values: unknown): Row {
    // The type of a row is an object even with `setReturnArrays`.
    if (!Array.isArray(values)) throw new Error('the driver returned no array');
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = values[at];
    return row;
  }

  return {
    all: (values) => statement.all(...values).map(rowOf),
    first(values) {
      const row = statement.get(...values);
      return row === undefined ? undefined : rowOf(row);
    },
    run: (values) => Number(statement.run(...values).changes),
  };
}
