/** A connection to a SQLite file, with its settings and its prepared statements. */

import { DatabaseSync, type StatementResultingChanges } from 'node:sqlite';
import { sqliteDialect } from '../dialect.ts';
import type { Values } from '../session.ts';
import type { SqlValue, Statement } from '../statement.ts';

/** How long to wait for a writer of another process. The wait blocks the event loop. */
const busyTimeoutMs = 5_000;

/** The same interface as `Session`, but synchronous. */
export interface SqliteSession {
  all<P, Row>(statement: Statement<P, Row>, values: Values<P>): Row[];
  first<P, Row>(statement: Statement<P, Row>, values: Values<P>): Row | undefined;
  run<P>(statement: Statement<P, unknown>, values: Values<P>): number;
  /** @returns the id of the inserted row. */
  insert<P>(statement: Statement<P, unknown>, values: Values<P>): number;
}

export interface SqliteConnection {
  readonly database: DatabaseSync;
  readonly session: SqliteSession;
}

/** @param readOnly refuses every write, and does not create the file. */
export function openSqliteConnection(file: string, readOnly = false): SqliteConnection {
  const database = new DatabaseSync(file, {
    readOnly,
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
  });
  if (!readOnly) database.exec('pragma journal_mode = wal');
  // `synchronous = normal`: a commit writes to the log and does not wait for the disk. `durable-log.ts` waits,
  // before any response. `wal_autocheckpoint`: a checkpoint runs at 16 MiB of log instead of 4 MiB. With rarer
  // checkpoints, a page that every batch changes is copied less often, which saves 5 to 7 % of the CPU time of an
  // order, and their fsync blocks the event loop less often. `secure_delete`: deleted content is overwritten with
  // zeros, so that an erased customer is not in the file any more.
  database.exec(`
    pragma synchronous = normal;
    pragma wal_autocheckpoint = 4000;
    pragma journal_size_limit = 67108864;
    pragma cache_size = -16384;
    pragma temp_store = memory;
    pragma trusted_schema = off;
    pragma secure_delete = on;
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
      all(statement, values) {
        const compiled = statement.compiled(sqliteDialect);
        return statement.rows(preparedOf(statement, compiled.sql).all(compiled.bind(values)));
      },
      first(statement, values) {
        const compiled = statement.compiled(sqliteDialect);
        const row = preparedOf(statement, compiled.sql).first(compiled.bind(values));
        return row === undefined ? undefined : statement.rows([row])[0];
      },
      run(statement, values) {
        const compiled = statement.compiled(sqliteDialect);
        return Number(preparedOf(statement, compiled.sql).run(compiled.bind(values)).changes);
      },
      insert(statement, values) {
        const compiled = statement.compiled(sqliteDialect);
        return Number(preparedOf(statement, compiled.sql).run(compiled.bind(values)).lastInsertRowid);
      },
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

interface PreparedStatement {
  all(values: SqlValue[]): Row[];
  first(values: SqlValue[]): Row | undefined;
  run(values: SqlValue[]): StatementResultingChanges;
}

/**
 * Reads rows as arrays and makes objects of them. For 39 columns the driver takes twice as long to make an
 * object.
 */
function prepare(database: DatabaseSync, text: string): PreparedStatement {
  const statement = database.prepare(text);
  const rowOf = rowReader(statement.columns().map(({ name }) => name));
  statement.setReturnArrays(true);
  return {
    all: (values) => statement.all(...values).map(rowOf),
    first(values) {
      const row = statement.get(...values);
      return row === undefined ? undefined : rowOf(row);
    },
    run: (values) => statement.run(...values),
  };
}

/**
 * Writes the function that makes an object of a row's values. V8 builds an object literal several times faster
 * than an object to which a loop adds the properties.
 * @param names the columns of a statement of this store, never a caller's text.
 */
function rowReader(names: readonly string[]): (values: unknown) => Row {
  const properties = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
  const read = new Function('values', `return { ${properties.join(', ')} };`);
  return (values) => {
    // In Node's types, a row is an object even with `setReturnArrays`.
    if (!Array.isArray(values)) throw new Error('the driver returned no array');
    return read(values);
  };
}
