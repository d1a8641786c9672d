/**
 * The `pg` driver: a pool of limited size for queries, and one listening connection that reconnects
 * automatically.
 */

import pg from 'pg';
import type { Log } from '../../usecases/ports/tools.ts';
import { type ClusterHosts, clusterHosts } from './cluster-hosts.ts';
import type { PostgresConnector, PostgresListener, PostgresPool, PostgresQuery } from './connector.ts';
import { hostPool, type Ready, requireWritable } from './host-pool.ts';
import { throughPooler } from './pooled-client.ts';
import { type PostgresTls, postgresTlsOptions } from './postgres-tls.ts';

/** The servers of one PostgreSQL cluster, or the poolers in front of them. */
export interface PostgresServers {
  readonly urls: readonly [string, ...string[]];
  /** How connections are encrypted. Default: the parameters of the URL decide. */
  readonly tls?: PostgresTls | undefined;
  /** Whether a server that accepts no writes is skipped. Default: false. */
  readonly primaryOnly?: boolean | undefined;
}

export interface PgConnectorOptions {
  readonly servers: PostgresServers;
  /** The servers of PostgreSQL itself, if `servers` are poolers in transaction mode. */
  readonly direct?: PostgresServers | null;
  readonly connectionsMax: number;
  /** True: the server refuses every transaction that writes. */
  readonly readOnly?: boolean;
  /** How long a query may stay without a response before its connection is closed. Default: 40 s. */
  readonly silenceMaxMs?: number | undefined;
  readonly log: Log;
}

const connectTimeoutMs = 5_000;
/**
 * Time limits that PostgreSQL enforces: for a query, for a wait for a lock, and for a transaction whose process has
 * stopped.
 */
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
  servers,
  direct = null,
  connectionsMax,
  readOnly = false,
  silenceMaxMs = silenceMaxMsDefault,
  log,
}: PgConnectorOptions): PostgresConnector {
  const timeLimits = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  };
  const itself = direct ?? servers;
  const hosts = clusterHosts(itself.urls);
  const settings = settingsOf(itself);
  const session = hostPool(
    { ...settings, ...timeLimits, max: connectionsMax, query_timeout: silenceMaxMs },
    hosts,
    {
      log,
      // A read-only connector never uses the pooler: the setting `read only` would stay on a connection that other
      // clients use later.
      ready: readOnly ? refuseWrites : requireWritable(itself.primaryOnly),
    },
  );
  const pool =
    direct === null || readOnly
      ? session
      : throughPooler(
          hostPool(
            { ...settingsOf(servers), max: connectionsMax, query_timeout: silenceMaxMs },
            clusterHosts(servers.urls),
            { log, ready: requireWritable(servers.primaryOnly) },
          ),
          { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs },
        );
  return {
    pool: pool === session ? pool : endTogether(pool, session),
    session: () => session.connect(),
    listen: (channel, listener) => listen({ settings, hosts, channel, listener, log }),
  };
}

function settingsOf({ tls }: PostgresServers): pg.ClientConfig {
  return {
    ...(tls === undefined ? {} : { ssl: postgresTlsOptions(tls) }),
    application_name: 'photokiosk',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: { getTypeParser },
  };
}

function endTogether(pool: PostgresPool, other: PostgresPool): PostgresPool {
  return {
    connect: () => pool.connect(),
    query: (query) => pool.query(query),
    async end() {
      await pool.end();
      await other.end();
    },
  };
}

const refuseWrites: Ready = async (client) => {
  await client.query('set default_transaction_read_only = on');
};

const int8Oid = 20;

/** `bigint` columns contain only numbers up to 2^53. All other types are parsed as by default. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === int8Oid ? wholeNumber : pg.types.getTypeParser(oid, format);

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('the database holds a number above 2^53');
  return value;
}

interface Listening {
  readonly settings: pg.ClientConfig;
  readonly hosts: ClusterHosts;
  readonly channel: string;
  readonly listener: PostgresListener;
  readonly log: Log;
}

async function listen({
  settings,
  hosts,
  channel,
  listener,
  log,
}: Listening): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let pause: NodeJS.Timeout | undefined;
  let pauseMs = reconnectPauseMinMs;
  let client = await connected();

  async function connected(): Promise<pg.Client> {
    const url = hosts.current();
    const fresh = new pg.Client({ ...settings, connectionString: url });
    fresh.on('notification', (message) => listener.received(message.payload ?? ''));
    fresh.on('error', (error) => log.warn({ err: error }, 'the listening connection failed'));
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      hosts.failed(url);
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
