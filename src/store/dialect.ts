/**
 * The differences between SQLite and PostgreSQL in the text of a query. No other part of the store may
 * distinguish the databases, except the drivers in `sqlite/` and `postgres/` and the migrations.
 */

import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Tables } from './tables.ts';

export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Builds and compiles queries; has no connection. */
  readonly db: Kysely<Tables>;
  /** The end of a `select` that locks its rows until the transaction ends. */
  readonly rowLock: RawBuilder<unknown>;
  /**
   * The end of a `select` whose rows no other transaction can lock with `rowLock` until this transaction ends. Many
   * transactions can hold this lock of a row at the same time.
   */
  readonly sharedLock: RawBuilder<unknown>;
  /** The end of a `select` that locks its rows and skips rows that another transaction has locked. */
  readonly claimLock: RawBuilder<unknown>;
  /**
   * The end of an `insert`, from which `TransactionSession.insert` gets the id of the new row. Empty for SQLite:
   * its driver returns the id of each insert, and `returning` would make the insert of an order take a quarter
   * longer.
   */
  readonly returningId: RawBuilder<unknown>;
  /** The time of the database's clock, in milliseconds. */
  readonly nowMs: RawBuilder<number>;
  /** The elements of a JSON array as rows with the column `value`. */
  jsonRows(array: RawBuilder<string>): RawBuilder<{ value: string }>;
  /** A text that compares by its bytes, in whatever order the database sorts texts. */
  byBytes(text: RawBuilder<string>): RawBuilder<string>;
  /** The greater, or the smaller, of two numbers. */
  greater(a: RawBuilder<number>, b: RawBuilder<number>): RawBuilder<number>;
  smaller(a: RawBuilder<number>, b: RawBuilder<number>): RawBuilder<number>;
}

/** SQLite needs no locks, because only one connection writes, and one transaction at a time uses this connection. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  db: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  rowLock: sql``,
  sharedLock: sql``,
  claimLock: sql``,
  returningId: sql``,
  nowMs: sql`cast(unixepoch('subsec') * 1000 as integer)`,
  jsonRows: (array) => sql`json_each(${array})`,
  byBytes: (text) => text,
  greater: (a, b) => sql`max(${a}, ${b})`,
  smaller: (a, b) => sql`min(${a}, ${b})`,
};

export const postgresDialect: Dialect = {
  name: 'postgres',
  db: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  rowLock: sql`for update`,
  sharedLock: sql`for key share`,
  claimLock: sql`for update skip locked`,
  returningId: sql`returning id`,
  nowMs: sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  jsonRows: (array) => sql`json_array_elements(${array}::json)`,
  byBytes: (text) => sql`${text} collate "C"`,
  greater: (a, b) => sql`greatest(${a}, ${b})`,
  smaller: (a, b) => sql`least(${a}, ${b})`,
};
