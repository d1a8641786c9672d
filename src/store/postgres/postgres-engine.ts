/**
 * PostgreSQL under the store: pooled connections, READ COMMITTED with explicit row locks, and announcements
 * by `notify`, which the server sends at the commit. Any number of processes may share the database.
 */

import type { Announcement } from '../../usecases/ports/store.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { postgresDialect } from '../dialect.ts';
import { type MigrationConnection, migrate } from '../migrations/migrate.ts';
import type { Engine, Session } from '../session.ts';
import type { Subscribers } from '../subscribers.ts';
import { type BareSession, guardTransaction } from '../transaction-guard.ts';
import { announcementChannel, parseAnnouncement } from './announcement-payload.ts';
import type { PostgresClient, PostgresConnector, PostgresQuery, PostgresResult } from './connector.ts';

/** The victim of a deadlock leaves the way free for the other, so its next try meets no crowd. */
const triesMax = 5;

const retryableStates: ReadonlySet<unknown> = new Set(['40001', '40P01']);

export async function openPostgresEngine(
  connector: PostgresConnector,
  subscribers: Subscribers,
  log: Log,
): Promise<Engine> {
  const { pool } = connector;
  await migrateWith(await pool.connect());
  const listening = await connector.listen(announcementChannel, {
    heard(payload) {
      const announcement = parseAnnouncement(payload);
      if (announcement === undefined) log.warn({}, 'an announcement could not be read');
      else subscribers.tell([announcement]);
    },
    // What was said while nobody listened is lost: workers must look for themselves.
    reconnected: () => subscribers.tell([{ kind: 'jobs_ready' }]),
  });

  const reading = bareSession((query) => pool.query(query));
  return {
    dialect: postgresDialect,
    reader: { ...reading, snapshot: (work) => snapshot(connector, work) },
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await transactionOnce(connector, async (client) => {
            const transaction = guardTransaction(clientSession(client), (name) => lockName(client, name));
            try {
              const value = await work(transaction.session);
              transaction.assertUsable();
              for (const announcement of transaction.announcements())
                await client.query(notify(announcement));
              return value;
            } finally {
              transaction.end();
            }
          });
        } catch (error) {
          if (tries === triesMax || !retryableStates.has(sqlState(error))) throw error;
          log.info({ sqlState: sqlState(error), tries }, 'a transaction is run again');
        }
      }
    },
    subscribe: subscribers.subscribe,
    broadcast(announcement) {
      pool.query(notify(announcement)).catch((error: unknown) => {
        log.warn({ err: error }, 'a broadcast was lost');
      });
    },
    async ping() {
      await pool.query({ text: 'select 1' });
    },
    async close() {
      await listening.close();
      await pool.end();
    },
  };
}

async function transactionOnce<T>(
  { pool }: PostgresConnector,
  work: (client: PostgresClient) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query({ text: begin });
    const value = await work(client);
    // A doomed transaction answers `commit` with ROLLBACK instead of an error.
    const { command } = await client.query({ text: 'commit' });
    if (command !== undefined && command !== 'COMMIT')
      throw new Error('the database rolled back at the commit');
    client.release();
    return value;
  } catch (error) {
    try {
      await client.query({ text: 'rollback' });
      client.release();
    } catch {
      // The connection is in no known state: the pool must not lend it again.
      client.release(true);
    }
    throw error;
  }
}

function snapshot<T>(connector: PostgresConnector, work: (session: Session) => Promise<T>): Promise<T> {
  return transactionOnce(
    connector,
    (client) => {
      const session: Session = { ...clientSession(client), snapshot: (inner) => inner(session) };
      return work(session);
    },
    'begin isolation level repeatable read read only',
  );
}

function clientSession(client: PostgresClient): BareSession {
  return bareSession((query) => client.query(query));
}

function bareSession(send: (query: PostgresQuery) => Promise<PostgresResult>): BareSession {
  return {
    async all(statement, values) {
      const compiled = statement.compiled(postgresDialect);
      const { rows } = await send({
        name: statement.name,
        text: compiled.sql,
        values: compiled.bind(values),
      });
      return statement.rows(rows);
    },
    async first(statement, values) {
      return (await this.all(statement, values))[0];
    },
    async run(statement, values) {
      const compiled = statement.compiled(postgresDialect);
      const { rowCount } = await send({
        name: statement.name,
        text: compiled.sql,
        values: compiled.bind(values),
      });
      return rowCount ?? 0;
    },
  };
}

/** A 64-bit hash: two names that share one wait for each other in vain, and no harm is done. */
async function lockName(client: PostgresClient, name: string): Promise<void> {
  await client.query({
    name: 'lock_name',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  });
}

function notify(announcement: Announcement): PostgresQuery {
  return {
    name: 'notify',
    text: 'select pg_notify($1, $2)',
    values: [announcementChannel, JSON.stringify(announcement)],
  };
}

/** SQLSTATE of a server's error. */
function sqlState(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Any number that nothing else in the database locks. */
const migrationLock = 7_240_411;

async function migrateWith(client: PostgresClient): Promise<void> {
  const connection: MigrationConnection = {
    dialectName: 'postgres',
    execute: async (text, parameters) => (await client.query({ text, values: [...parameters] })).rows,
    async locked(work) {
      await client.query({ text: 'select pg_advisory_lock($1)', values: [migrationLock] });
      try {
        return await work();
      } finally {
        await client.query({ text: 'select pg_advisory_unlock($1)', values: [migrationLock] });
      }
    },
  };
  try {
    await migrate(connection);
    client.release();
  } catch (error) {
    // Ends the session and with it whatever it still holds.
    client.release(true);
    throw error;
  }
}
