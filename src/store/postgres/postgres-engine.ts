/**
 * The engine for PostgreSQL: pooled connections, READ COMMITTED with explicit row locks, and messages by
 * `notify`, which the server sends at the commit. Any number of processes may share the database.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { MachineTrouble } from '../../usecases/ports/machine-trouble.ts';
import type { Message } from '../../usecases/ports/store.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { postgresDialect } from '../dialect.ts';
import { type MigrationConnection, migrate, requireMigrated } from '../migrations/migrate.ts';
import { readOnlyParts } from '../read-only-parts.ts';
import type { Engine, Session, TransactionSession, Values } from '../session.ts';
import type { Statement } from '../statement.ts';
import type { Subscribers } from '../subscribers.ts';
import { guardTransaction } from '../transaction-guard.ts';
import type { PostgresClient, PostgresConnector, PostgresQuery, PostgresResult } from './connector.ts';
import { messageChannel, parseMessages } from './message-payload.ts';

/**
 * The maximum number of tries of a transaction that ends in deadlocks. The rollback of one transaction lets the
 * other finish, so few tries are enough.
 */
const triesMax = 5;

const databaseTime = 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now';

/**
 * How often subscribers receive the message `missed`, so that they notice within this time when messages were lost
 * on a dead connection.
 */
const missedEveryMs = 30_000;

/** How long to wait for a rollback before the connection is closed. */
const rollbackMaxMs = 2_000;
/** The longest time that a timer of Node accepts: almost 25 days. */
const foreverMs = 2 ** 31 - 1;

const retryableStates: ReadonlySet<unknown> = new Set(['40001', '40P01']);

export async function openPostgresEngine(
  connector: PostgresConnector,
  subscribers: Subscribers,
  log: Log,
): Promise<Engine> {
  const { pool } = connector;
  await migrateWith(await connector.session(), log);
  const listening = await connector.listen(messageChannel, {
    received(payload) {
      const messages = parseMessages(payload);
      if (messages === undefined) log.warn({}, 'a message could not be read');
      else subscribers.deliver(messages);
    },
    // Messages that other processes sent while there was no connection are lost, so subscribers receive `missed`.
    reconnected: () => subscribers.deliver([{ kind: 'missed' }]),
  });
  // A lost connection can look healthy for hours, so subscribers check regularly for missed messages.
  const reminder = setInterval(() => subscribers.deliver([{ kind: 'missed' }]), missedEveryMs);
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
          log.info({ sqlState: sqlState(error), tries }, 'a transaction is retried');
        }
      }
    },
    subscribe: subscribers.subscribe,
    publish(message) {
      pool.query(notify([message])).catch((error: unknown) => {
        log.warn({ err: error }, 'a message was lost');
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
 * An engine that only reads, for commands that run while the service runs.
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
    // `commit` of a failed transaction returns ROLLBACK instead of an error.
    const { command } = await client.query({ text: 'commit' });
    if (command !== undefined && command !== 'COMMIT')
      throw new Error('the database rolled back at the commit');
    client.release();
    return value;
  } catch (error) {
    try {
      await client.query({ text: 'rollback', query_timeout: rollbackMaxMs });
      // A server that has become a standby accepts no writes, so its connection is closed.
      client.release(error instanceof MachineTrouble);
    } catch {
      // The state of the connection is unknown, so the pool must not reuse it.
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

type PlainSession = Pick<TransactionSession, 'all' | 'first' | 'run' | 'insert'>;

function clientSession(client: PostgresClient): PlainSession {
  return bareSession((query) => client.query(query));
}

function bareSession(send: (query: PostgresQuery) => Promise<PostgresResult>): PlainSession {
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
    async insert(statement, values) {
      const [row] = (await execute(statement, values)).rows;
      if (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number') return row.id;
      throw new Error('the database returned no id for an inserted row');
    },
  };
}

/** Locks a 64-bit hash of the name. Two names with equal hashes only wait for each other needlessly. */
async function lockName(client: PostgresClient, name: string): Promise<void> {
  await client.query({
    name: 'lock_name',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  });
}

/**
 * The maximum number of messages in one `notify`. PostgreSQL limits a payload to 8,000 bytes, and a message
 * has about 100.
 */
const messagesPerNotifyMax = 40;

/**
 * Every process receives the messages when the transaction commits. PostgreSQL runs commits with a `notify`
 * one after the other.
 */
async function publish(client: PostgresClient, messages: readonly Message[]): Promise<void> {
  for (let at = 0; at < messages.length; at += messagesPerNotifyMax) {
    await client.query(notify(messages.slice(at, at + messagesPerNotifyMax)));
  }
}

function notify(messages: readonly Message[]): PostgresQuery {
  return {
    name: 'notify',
    text: 'select pg_notify($1, $2)',
    values: [messageChannel, JSON.stringify(messages)],
  };
}

/** @returns the SQLSTATE of an error of the server. */
function sqlState(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** A number that no other lock in the database uses. */
export const migrationLock = 7_240_411;

/** How long a process waits before it looks again whether another process has finished the migrations. */
const migrationLockPauseMs = 100;
/** How often a process logs that it waits for another process. */
const migrationNoticeMs = 30_000;

async function migrateWith(client: PostgresClient, log: Log): Promise<void> {
  const connection: MigrationConnection = {
    dialectName: 'postgres',
    log,
    // A migration has no time limit, and neither has the wait for another process that migrates.
    async execute(text, parameters) {
      const query = { text, values: [...parameters], query_timeout: foreverMs };
      return (await client.query(query)).rows;
    },
    async locked(work) {
      await client.query({ text: 'set statement_timeout = 0' });
      await client.query({ text: 'set lock_timeout = 0' });
      // `pg_advisory_lock` would wait inside a query, and `create index concurrently` of the other process would wait
      // for the end of this query.
      for (let waitedMs = 0; !(await isMigrationLocked(client)); waitedMs += migrationLockPauseMs) {
        if (waitedMs % migrationNoticeMs === 0)
          log.warn({}, 'the start waits until another process has migrated the database');
        await pause(migrationLockPauseMs);
      }
      return work();
    },
  };
  try {
    await migrate(connection);
  } finally {
    // Closing the session releases the lock and discards the settings.
    client.release(true);
  }
}

async function isMigrationLocked(client: PostgresClient): Promise<boolean> {
  const { rows } = await client.query({
    text: 'select 1 where pg_try_advisory_lock($1)',
    values: [migrationLock],
  });
  return rows.length === 1;
}
