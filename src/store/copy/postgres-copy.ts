/** The PostgreSQL database of a copy, as its source or as its target. */

import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../domain/start-error.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import type { PostgresClient, PostgresConnector } from '../postgres/connector.ts';
import { type PostgresServers, pgConnector } from '../postgres/pg-connector.ts';
import { postgresStartError } from '../postgres/postgres-start-error.ts';
import {
  type CopiedRow,
  type CopiedTable,
  type CopyTarget,
  columnsOf,
  describeTables,
  quoted,
} from './copied-table.ts';

export interface PostgresCopy extends CopyTarget {
  readonly tables: readonly CopiedTable[];
  /** @throws StartError when other connections use the database. */
  requireAlone(): Promise<void>;
  /** @throws StartError when other connections use the database: a service may have started since the copy began. */
  commit(): Promise<void>;
  /** Without a commit, all changes are rolled back. */
  close(): Promise<void>;
}

const batchRows = 2_000;
const statementMaxMs = 60 * 60_000;
const triesMax = 20;
const tryEveryMs = 100;

/**
 * @param servers PostgreSQL itself, not a pooler. The database is of this version.
 * @throws StartError when the database cannot be reached, or other connections use it.
 */
export async function openPostgresCopy(servers: PostgresServers, log: Log): Promise<PostgresCopy> {
  const connector = pgConnector({ servers, connectionsMax: 1, log });
  try {
    return await beginCopy(connector, log);
  } catch (error) {
    await connector.pool.end();
    throw postgresStartError(error);
  }
}

type Query = (text: string, values?: unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** @throws StartError when other connections use the database. Those of a process that has just ended may need a moment. */
async function requireAlone(query: Query): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    // Otherwise a transaction would read the connections of its first look again.
    await query('select pg_stat_clear_snapshot()');
    const [row] = await query(`select count(*) as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
    if (Number(row?.others) === 0) return;
    if (tries === triesMax) {
      throw new StartError(
        `The database of DATABASE_URL has other connections (${String(row?.others)}): stop every process of the shop first, and a pooler as well, because it keeps connections open.`,
      );
    }
    await pause(tryEveryMs);
  }
}

async function beginCopy(connector: PostgresConnector, log: Log): Promise<PostgresCopy> {
  const client = await connector.session();
  try {
    return await copyOver(connector, client, log);
  } catch (error) {
    // Otherwise the end of the pool would wait for this connection.
    client.release(true);
    throw error;
  }
}

async function copyOver(
  connector: PostgresConnector,
  client: PostgresClient,
  log: Log,
): Promise<PostgresCopy> {
  const query: Query = async (text, values = []) =>
    // The cast is safe: `pg` returns rows as objects.
    (await client.query({ text, values, query_timeout: statementMaxMs })).rows as readonly Readonly<
      Record<string, unknown>
    >[];
  await requireAlone(query);
  // A single statement or pause of a large shop can take longer than the service allows.
  await query('set statement_timeout = 0');
  await query('set idle_in_transaction_session_timeout = 0');
  await query('begin isolation level repeatable read');
  const sequence = ({ name }: CopiedTable) => `pg_get_serial_sequence('${name}', 'id')`;
  return {
    tables: await describeTables(client),
    async *rows(table) {
      await query(
        `declare copied no scroll cursor for select ${columnsOf(table)} from ${quoted(table.name)}`,
      );
      for (;;) {
        const rows = await query(`fetch ${batchRows} from copied`);
        if (rows.length === 0) break;
        // The cast is safe: `describeTables` refuses columns of other types.
        yield rows.map((row) => table.columns.map(({ name }) => row[name])) as unknown as CopiedRow[];
      }
      await query('close copied');
    },
    async lastId(table) {
      const [row] = await query(`select coalesce(pg_sequence_last_value(${sequence(table)}), 0) as last`);
      return Number(row?.last);
    },
    async insert(table, rows) {
      const arrays = table.columns.map((_column, index) => rows.map((row) => row[index]));
      const places = table.columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
      await query(
        `insert into ${quoted(table.name)} (${columnsOf(table)}) overriding system value select * from unnest(${places})`,
        arrays,
      );
    },
    async setLastId(table, id) {
      if (id > 0) await query(`select setval(${sequence(table)}, ${id})`);
    },
    requireAlone: () => requireAlone(query),
    async commit() {
      await requireAlone(query);
      await query('commit');
      // Without statistics, the first queries of a large shop would scan whole tables. The copy is complete without
      // them, and the server gathers them later on its own.
      await query('analyze').catch((err) => log.warn({ err }, 'the copied tables have no statistics yet'));
    },
    async close() {
      // Rolls back, unless the copy was committed.
      client.release(true);
      await connector.pool.end();
    },
  };
}
