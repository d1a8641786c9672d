/** A store whose statements are explained by SQLite or PostgreSQL instead of being executed. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { createStore } from '../../src/store/create-store.ts';
import { postgresDialect, sqliteDialect } from '../../src/store/dialect.ts';
import { openStore } from '../../src/store/open-store.ts';
import { openPostgresEngine } from '../../src/store/postgres/postgres-engine.ts';
import type { Engine, TransactionSession } from '../../src/store/session.ts';
import { createSubscribers } from '../../src/store/subscribers.ts';
import type { Store } from '../../src/usecases/ports/store.ts';
import { silentLog } from '../support/databases.ts';
import { createPglite } from '../support/pglite.ts';
import { pgliteConnector } from '../support/pglite-connector.ts';

/**
 * A store that explains each statement instead of running it. Its reads return no rows, except the names of the
 * providers that have bills.
 */
function explaining(
  dialect: typeof sqliteDialect,
  explain: (sql: string, values: unknown[]) => Promise<void>,
): Store {
  const session: TransactionSession = {
    async all(statement, values) {
      const { sql, bind } = statement.compiled(dialect);
      await explain(sql, bind(values));
      return statement.rows(
        /"provider" from "bill_days".* union /.test(sql) ? [{ provider: 'sandbox' }] : [],
      );
    },
    async first(statement, values) {
      await session.all(statement, values);
      return undefined;
    },
    async run(statement, values) {
      await session.all(statement, values);
      return 0;
    },
    async insert(statement, values) {
      await session.all(statement, values);
      return 1;
    },
    snapshot: (work) => work(session),
    lockName: async () => {},
    publish: () => {},
    afterCommit: () => {},
  };
  const engine: Engine = {
    dialect,
    reader: { ...session, run: () => Promise.reject(new Error('a read executed a write')) },
    transaction: (work) => work(session),
    subscribe: () => () => {},
    publish: () => {},
    ping: async () => {},
    databaseTime: async () => null,
    close: async () => {},
  };
  return createStore(engine, { now: () => 0 }, silentLog);
}

/** @param see receives the lines of each query plan. */
export async function explainOnSqlite(t: TestContext, see: (lines: readonly string[], sql: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-plans-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'plans.db');
  const database = { kind: 'sqlite', file } as const;
  const { store } = await openStore({ database, clock: { now: () => 0 }, log: silentLog });
  await store.close();
  const sqlite = new DatabaseSync(file);
  t.after(() => sqlite.close());
  return explaining(sqliteDialect, async (sql, values) => {
    const bound = values.map((value) =>
      typeof value === 'number' ? value : value === null ? null : String(value),
    );
    const lines = sqlite.prepare(`explain query plan ${sql}`).all(...bound);
    see(
      lines.map(({ detail }) => String(detail)),
      sql,
    );
  });
}

/** Sequential scans are switched off, because PostgreSQL would choose them for the empty tables. */
export async function explainOnPostgres(
  t: TestContext,
  see: (lines: readonly string[], sql: string) => void,
) {
  const db = await createPglite();
  t.after(() => db.close());
  await openPostgresEngine(pgliteConnector(db), createSubscribers(silentLog), silentLog);
  await db.exec('set enable_seqscan = off');
  const store = explaining(postgresDialect, async (sql, values) => {
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values);
    see(
      rows.map((row) => row['QUERY PLAN']),
      sql,
    );
  });
  return { store, db };
}
