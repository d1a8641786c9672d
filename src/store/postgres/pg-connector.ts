/**
 * The `pg` driver: a pool of limited size for queries, and one listening connection that reconnects
 * automatically.
 */

import pg from 'pg';
import type { Log } from '../../usecases/ports/tools.ts';
import type { PostgresConnector, PostgresListener, PostgresQuery } from './connector.ts';
import { type PostgresTls, postgresTlsOptions } from './postgres-tls.ts';

export interface PgConnectorOptions {
  readonly url: string;
  /** Default: the parameters of `url` decide. */
  readonly tls?: PostgresTls | undefined;
  readonly connectionsMax: number;
  /** True: the server refuses every transaction that writes. */
  readonly readOnly?: boolean;
  /** How long a query may stay without a response before its connection is closed. Default: 40 s. */
  readonly silenceMaxMs?: number | undefined;
  readonly log: Log;
}

const connectTimeoutMs = 5_000;
/** Limits for a query, for a wait for a lock, and for a transaction whose process has stopped. */
const statementTimeoutMs = 30_000;
const lockTimeoutMs = 10_000;
const idleInTransactionTimeoutMs = 60_000;
/**
 * The operating system would wait 15 minutes for a server that has vanished without a signal. This limit is
 * longer than `statementTimeoutMs`, because the server's own error explains more.
 */
const silenceMaxMsDefault = 40_000;
/** How long a connection may be idle before the operating system checks whether the server is still there. */
const keepAliveAfterMs = 10_000;
const closingProbeMaxMs = 1_000;
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
  // Without this listener, this process would end when the server closes an idle connection.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // A connection in use needs a listener too. Its query rejects, but without a listener the `error` event
  // would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    listen: (channel, listener) => listen(settings, channel, listener, log),
  };
}

/** The pool hands out a connection only after this call has succeeded. */
async function refuseWrites(client: pg.ClientBase): Promise<void> {
  await client.query('set default_transaction_read_only = on');
}

const int8Oid = 20;

/** `bigint` columns contain only numbers up to 2^53. All other types are parsed as by default. */
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
    fresh.on('notification', (message) => listener.received(message.payload ?? ''));
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
      log.warn({ err: error }, 'the listening connection could not be restored');
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
      // `end` waits for a server that has vanished. Therefore a query is sent first. If it gets no response,
      // `end` closes the connection at once.
      const probe: PostgresQuery = { text: 'select 1', query_timeout: closingProbeMaxMs };
      await client.query(probe).catch(() => undefined);
      await client.end();
    },
  };
}
