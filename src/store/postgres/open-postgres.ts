/** Opens a database on PostgreSQL. Only shops on PostgreSQL load this module, because it loads the driver. */

import type { Log } from '../../usecases/ports/tools.ts';
import type { Engine } from '../session.ts';
import type { Subscribers } from '../subscribers.ts';
import type { PostgresConnector } from './connector.ts';
import { requireDurableCommits } from './durable-commits.ts';
import { type PostgresServers, pgConnector } from './pg-connector.ts';
import { openPostgresEngine, openPostgresReader } from './postgres-engine.ts';
import { postgresStartError } from './postgres-start-error.ts';
import type { PostgresTls } from './postgres-tls.ts';

export interface PostgresPlace {
  /** The addresses of the servers of one PostgreSQL cluster. */
  readonly urls: readonly [string, ...string[]];
  /** How connections are encrypted. Default: the parameters of the URL decide. */
  readonly tls?: PostgresTls;
  /** Whether a server that accepts no writes is skipped. Default: false. */
  readonly primaryOnly?: boolean;
  /**
   * The servers of PostgreSQL itself, if `urls` are poolers in transaction mode. Default: `urls` are not
   * poolers.
   */
  readonly direct?: PostgresServers | null;
  readonly connectionsMax?: number;
  /** How long a query may stay without a response before its connection is closed. */
  readonly silenceMaxMs?: number;
}

const connectionsMaxDefault = 10;

/**
 * Opens the database and migrates it to the newest schema.
 * @throws StartError when the database cannot be reached or used, or is of a newer version.
 */
export function openPostgres(place: PostgresPlace, subscribers: Subscribers, log: Log): Promise<Engine> {
  return openOver(place, false, log, async (connector) => {
    await requireDurableCommits(connector, log);
    return openPostgresEngine(connector, subscribers, log);
  });
}

/**
 * Opens an existing database of this version for reading.
 * @throws StartError when the database cannot be reached or used, or is of another version.
 */
export function openPostgresReadOnly(place: PostgresPlace, log: Log): Promise<Engine> {
  return openOver(place, true, log, openPostgresReader);
}

async function openOver(
  {
    urls,
    tls,
    primaryOnly,
    direct = null,
    connectionsMax = connectionsMaxDefault,
    silenceMaxMs,
  }: PostgresPlace,
  readOnly: boolean,
  log: Log,
  open: (connector: PostgresConnector) => Promise<Engine>,
): Promise<Engine> {
  const servers = { urls, tls, primaryOnly };
  const connector = pgConnector({ servers, direct, connectionsMax, readOnly, silenceMaxMs, log });
  try {
    return await open(connector);
  } catch (error) {
    await connector.pool.end();
    throw postgresStartError(error);
  }
}
