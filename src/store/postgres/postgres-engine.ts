/**
 * PostgreSQL under the store: pooled connections, READ COMMITTED with explicit row locks, and messages
 * by `notify`, which the server sends at the commit. Any number of processes may share the database.
 */

import type { Message } from '../../usecases/ports/store.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { postgresDialect } from '../dialect.ts';
import { type MigrationConnection, migrate, requireMigrated } from '../migrations/migrate.ts';
import { readOnlyParts } from '../read-only-parts.ts';
import type { Engine, Session, Values } from '../session.ts';
import type { Statement } from '../statement.ts';
import type { Subscribers } from '../subscribers.ts';
import { type BareSession, guardTransaction } from '../transaction-guard.ts';
import type { PostgresClient, PostgresConnector, PostgresQuery, PostgresResult } from './connector.ts';
import { announcementChannel, parseAnnouncements } from './message-payload.ts';

/** The victim of a deadlock leaves the way free for the other, so its next try meets no crowd. */
const triesMax = 5;

const databaseTime = 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now';

/** How long a customer may wait in vain for a change that was announced into a dead connection. */
const missedEveryMs = 30_000;

/** A connection that does not answer this is of no use any more. */
const rollbackMaxMs = 2_000;
/** The longest that a timer can wait, 24 days. */
const foreverMs = 2 ** 31 - 1;

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
      const messages = parseAnnouncements(payload);
      if (messages === undefined) log.warn({}, 'an message could not be read');
      else subscribers.tell(messages);
    },
    // What was said while nobody listened is lost.
    reconnected: () => subscribers.tell([{ kind: 'missed' }]),
  });
  // A connection that is cut without a word looks sound for hours.
  const reminder = setInterval(() => subscribers.tell([{ kind: 'missed' }]), missedEveryMs);
  reminder.unref();

  const reading = bareSession((query) => pool.query(query));
  return {
    dialect: postgresDialect,
    reader: { ...reading, snapshot: (work) => snapshot(connector, work) },
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          let committed: () => void = () => undefined;
          const value = await transactionOnce(connector, async (client) => {
            const transaction = guardTransaction(clientSession(client), (name) => lockName(client, name));
            try {
              const value = await work(transaction.session);
              transaction.assertUsable();
              await publish(client, transaction.messages());
              committed = transaction.committed;
              return value;
            } finally {
              transaction.end();
            }
          });
          committed();
          return value;
        } catch (error) {
          if (tries === triesMax || !retryableStates.has(sqlState(error))) throw error;
          log.info({ sqlState: sqlState(error), tries }, 'a transaction is run again');
        }
      }
    },
    subscribe: subscribers.subscribe,
    publish(message) {
      pool.query(notify([message])).catch((error: unknown) => {
        log.warn({ err: error }, 'a publish was lost');
      });
    },
    async ping() {
      await pool.query({ text: 'select 1' });
    },
    async databaseTime() {
      const { rows } = await pool.query({ text: databaseTime });
      return Number(Object.values(rows[0] ?? {})[0]);
    },
    async close() {
      clearInterval(reminder);
      await listening.close();
      await pool.end();
    },
  };
}

/**
 * An engine that only reads, for commands beside the service.
 * @throws StartError unless the database has the schema of this version.
 */
export async function openPostgresReader(connector: PostgresConnector): Promise<Engine> {
  const { pool } = connector;
  await requireMigrated(
    { dialectName: 'postgres', execute: async (text) => (await pool.query({ text })).rows },
    'The database of DATABASE_URL',
  );
  return {
    dialect: postgresDialect,
    reader: {
      ...bareSession((query) => pool.query(query)),
      snapshot: (work) => snapshot(connector, work),
    },
    ...readOnlyParts,
    async ping() {
      await pool.query({ text: 'select 1' });
    },
    close: () => pool.end(),
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
      await client.query({ text: 'rollback', query_timeout: rollbackMaxMs });
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
  function execute<P>(statement: Statement<P, unknown>, values: Values<P>): Promise<PostgresResult> {
    const compiled = statement.compiled(postgresDialect);
    return send({ name: statement.name, text: compiled.sql, values: compiled.bind(values) });
  }
  return {
    async all(statement, values) {
      return statement.rows((await execute(statement, values)).rows);
    },
    async first(statement, values) {
      return statement.rows((await execute(statement, values)).rows)[0];
    },
    async run(statement, values) {
      return (await execute(statement, values)).rowCount ?? 0;
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

/** The server takes less than 8,000 bytes at once; an message has about a hundred. */
const announcementsPerNotifyMax = 40;

/** Heard by every process when the transaction commits; the server then lets commits pass one by one. */
async function publish(client: PostgresClient, messages: readonly Message[]): Promise<void> {
  for (let at = 0; at < messages.length; at += announcementsPerNotifyMax) {
    await client.query(notify(messages.slice(at, at + announcementsPerNotifyMax)));
  }
}

function notify(messages: readonly Message[]): PostgresQuery {
  return {
    name: 'notify',
    text: 'select pg_notify($1, $2)',
    values: [announcementChannel, JSON.stringify(messages)],
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
    // A migration may take as long as it needs, and so may the wait for another process that migrates.
    async execute(text, parameters) {
      const query = { text, values: [...parameters], query_timeout: foreverMs };
      return (await client.query(query)).rows;
    },
    async locked(work) {
      await client.query({ text: 'set statement_timeout = 0' });
      await client.query({ text: 'set lock_timeout = 0' });
      await client.query({
        text: 'select pg_advisory_lock($1)',
        values: [migrationLock],
        query_timeout: foreverMs,
      });
      return work();
    },
  };
  try {
    await migrate(connection);
  } finally {
    // Ends the session, and with it the lock and the settings.
    client.release(true);
  }
}
