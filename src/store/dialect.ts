/**
 * What differs between SQLite and PostgreSQL in the text of a query. Nothing else in the store may ask which
 * database it talks to; drivers live in `sqlite/` and `postgres/`.
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
  /** Ends a `select` whose rows nobody else may change until the transaction ends. */
  readonly rowLock: RawBuilder<unknown>;
  /** Ends a `select` that passes over rows which another transaction holds. */
  readonly claimLock: RawBuilder<unknown>;
}

/** SQLite needs no locks: a transaction there holds the only writer. */
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
  claimLock: sql``,
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
  claimLock: sql`for update skip locked`,
};
