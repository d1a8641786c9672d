/** Opens the database of the configuration and migrates it to the newest schema. */

import type { SandboxLedger } from '../usecases/ports/sandbox-ledger.ts';
import type { Store } from '../usecases/ports/store.ts';
import type { Clock, Log } from '../usecases/ports/tools.ts';
import { createStore } from './create-store.ts';
import { guardDisk } from './disk-guard.ts';
import type { PostgresConnector } from './postgres/connector.ts';
import { requireDurableCommits } from './postgres/durable-commits.ts';
import { type PostgresServers, pgConnector } from './postgres/pg-connector.ts';
import { openPostgresEngine, openPostgresReader } from './postgres/postgres-engine.ts';
import { postgresStartError } from './postgres/postgres-start-error.ts';
import type { PostgresTls } from './postgres/postgres-tls.ts';
import { createSandboxLedger } from './sandbox/sandbox-ledger.ts';
import type { Engine } from './session.ts';
import { openSqliteEngine, openSqliteReader } from './sqlite/sqlite-engine.ts';
import { sqliteStartError } from './sqlite/sqlite-start-error.ts';
import { createSubscribers } from './subscribers.ts';

const connectionsMaxDefault = 10;

export interface OpenStoreOptions {
  /** Only one process may serve a SQLite file. Any number of processes may serve a PostgreSQL database. */
  readonly database:
    | { readonly kind: 'sqlite'; readonly file: string }
    | {
        readonly kind: 'postgres';
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
      };
  readonly clock: Clock;
  readonly log: Log;
  /** Frees disk space for the database when its disk is full. @returns false when it can free none. */
  readonly giveUpReserve?: () => boolean;
  /**
   * Called once, when the disk failed to keep a commit of SQLite. All later transactions are refused: only a new
   * process can use the database again.
   */
  readonly commitLost?: (error: unknown) => void;
}

export interface OpenedStore {
  readonly store: Store;
  /** The ledger of the sandbox uses the same database as the store, and is closed with the store. */
  readonly sandboxLedger: SandboxLedger;
}

/**
 * @throws StartError when the database cannot be reached or used, or is of a newer version.
 * @throws Error when a migration fails.
 */
export async function openStore({
  database,
  clock,
  log,
  giveUpReserve,
  commitLost,
}: OpenStoreOptions): Promise<OpenedStore> {
  const subscribers = createSubscribers(log);
  const engine = await openEngine(
    { database, log },
    {
      sqlite: (file) => openSqliteEngine(file, subscribers, commitLost),
      postgres: (connector) => openPostgresEngine(connector, subscribers, log),
    },
  );
  return storeOver(engine, clock, log, giveUpReserve);
}

/**
 * Opens an existing database of this version for reading. Creates and migrates nothing, and refuses transactions.
 * @throws StartError when the database is absent, cannot be used, or is of another version.
 */
export async function openStoreReadOnly({ database, clock, log }: OpenStoreOptions): Promise<OpenedStore> {
  const engine = await openEngine(
    { database, log, readOnly: true },
    { sqlite: openSqliteReader, postgres: openPostgresReader },
  );
  return storeOver(engine, clock, log);
}

interface Openers {
  sqlite(file: string): Promise<Engine>;
  postgres(connector: PostgresConnector): Promise<Engine>;
}

async function openEngine(
  { database, log, readOnly = false }: Omit<OpenStoreOptions, 'clock'> & { readonly readOnly?: boolean },
  open: Openers,
): Promise<Engine> {
  if (database.kind === 'sqlite') {
    try {
      return await open.sqlite(database.file);
    } catch (error) {
      throw sqliteStartError(database.file, error);
    }
  }
  const {
    urls,
    tls,
    primaryOnly,
    direct = null,
    connectionsMax = connectionsMaxDefault,
    silenceMaxMs,
  } = database;
  const servers = { urls, tls, primaryOnly };
  const connector = pgConnector({ servers, direct, connectionsMax, readOnly, silenceMaxMs, log });
  try {
    if (!readOnly) await requireDurableCommits(connector, log);
    return await open.postgres(connector);
  } catch (error) {
    await connector.pool.end();
    throw postgresStartError(error);
  }
}

/** Creates the store over an engine that is already open. */
export function storeOver(
  bare: Engine,
  clock: Clock,
  log: Log,
  giveUpReserve: () => boolean = () => false,
): OpenedStore {
  const engine = guardDisk(bare, giveUpReserve);
  return { store: createStore(engine, clock, log), sandboxLedger: createSandboxLedger(engine) };
}
