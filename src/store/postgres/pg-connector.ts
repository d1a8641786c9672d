/** The `pg` driver: a bounded pool for queries and one connection that listens and comes back by itself. */

import pg from 'pg';
import type { Log } from '../../usecases/ports/tools.ts';
import type { PostgresConnector, PostgresListener, PostgresQuery } from './connector.ts';
import { type PostgresTls, postgresTlsOptions } from './postgres-tls.ts';

export interface PgConnectorOptions {
  readonly url: string;
  /** Default: the parameters of `url` decide. */
  readonly tls?: PostgresTls | undefined;
  readonly connectionsMax: number;
  /** Every transaction that writes is refused by the server. */
  readonly readOnly?: boolean;
  /** After which a connection that does not answer is given up. Default: longer than the server may take. */
  readonly silenceMaxMs?: number | undefined;
  readonly log: Log;
}

const connectTimeoutMs = 5_000;
/** Bounds a query, a wait for a lock, and a transaction whose process has stopped. */
const statementTimeoutMs = 30_000;
const lockTimeoutMs = 10_000;
const idleInTransactionTimeoutMs = 60_000;
/**
 * The system itself would wait a quarter of an hour for a server that has vanished without a word. Longer than
 * `statementTimeoutMs`, since the server's own refusal says more.
 */
const silenceMaxMsDefault = 40_000;
/** Of a connection without a query: when the system begins to ask whether the other end is there. */
const keepAliveAfterMs = 10_000;
const farewellMaxMs = 1_000;
const reconnectPauseMinMs = 100;
const reconnectPauseMaxMs = 5_000;

export function pgConnector({
  url,
  tls,
  connectionsMax,
  readOnly = false,
  silenceMaxMs = silenceMaxMsDefault,
  log,
}: PgConnectorOptions): PostgresConnector {
  const settings: pg.ClientConfig = {
    connectionString: url,
    ...(tls === undefined ? {} : { ssl: postgresTlsOptions(tls) }),
    application_name: 'photokiosk',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: { getTypeParser },
  };
  const pool = new pg.Pool({
    ...settings,
    max: connectionsMax,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    query_timeout: silenceMaxMs,
    ...(readOnly ? { onConnect: refuseWrites } : {}),
  });
  // Without a listener an idle connection that the server closes would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // The same for one that is lent: its query rejects, and the event besides must find a listener.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    listen: (channel, listener) => listen(settings, channel, listener, log),
  };
}

/** The pool lends the connection only after this. A connection that cannot be restricted is not lent. */
async function refuseWrites(client: pg.ClientBase): Promise<void> {
  await client.query('set default_transaction_read_only = on');
}

const int8Oid = 20;

/** `bigint` columns hold numbers to 2^53 only; all else is as `pg` has it. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === int8Oid ? wholeNumber : pg.types.getTypeParser(oid, format);

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('the database holds a number above 2^53');
  return value;
}

async function listen(
  settings: pg.ClientConfig,
  channel: string,
  listener: PostgresListener,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let pause: NodeJS.Timeout | undefined;
  let pauseMs = reconnectPauseMinMs;
  let client = await connected();

  async function connected(): Promise<pg.Client> {
    const fresh = new pg.Client(settings);
    fresh.on('notification', (message) => listener.heard(message.payload ?? ''));
    fresh.on('error', (error) => log.warn({ err: error }, 'the listening connection failed'));
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    fresh.once('end', reconnectLater);
    return fresh;
  }

  function reconnectLater(): void {
    if (closed) return;
    pause = setTimeout(reconnect, pauseMs);
    pauseMs = Math.min(pauseMs * 2, reconnectPauseMaxMs);
  }

  async function reconnect(): Promise<void> {
    try {
      client = await connected();
    } catch (error) {
      log.warn({ err: error }, 'the listening connection could not be made again');
      reconnectLater();
      return;
    }
    if (closed) {
      await client.end();
      return;
    }
    pauseMs = reconnectPauseMinMs;
    listener.reconnected();
  }

  return {
    async close() {
      closed = true;
      clearTimeout(pause);
      // A server that has vanished answers no farewell; with a query open the connection is cut without one.
      const areYouThere: PostgresQuery = { text: 'select 1', query_timeout: farewellMaxMs };
      await client.query(areYouThere).catch(() => undefined);
      await client.end();
    },
  };
}
