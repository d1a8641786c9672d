/** Opens the database of the configuration and migrates it to the newest schema. */

import type { SandboxLedger } from '../usecases/ports/sandbox-ledger.ts';
import type { Store } from '../usecases/ports/store.ts';
import type { Clock, Log } from '../usecases/ports/tools.ts';
import { createStore } from './create-store.ts';
import { guardDisk } from './disk-guard.ts';
import { pgConnector } from './postgres/pg-connector.ts';
import { openPostgresEngine } from './postgres/postgres-engine.ts';
import { createSandboxLedger } from './sandbox/sandbox-ledger.ts';
import type { Engine } from './session.ts';
import { openSqliteEngine } from './sqlite/sqlite-engine.ts';
import { createSubscribers } from './subscribers.ts';

const connectionsMaxDefault = 10;

export interface OpenStoreOptions {
  /** Only one process may serve a SQLite file. Any number of processes may serve a PostgreSQL database. */
  readonly database:
    | { readonly kind: 'sqlite'; readonly file: string }
    | {
        readonly kind: 'postgres';
        readonly url: string;
        readonly connectionsMax?: number;
        /** How long a query may stay without an answer before its connection is closed. */
        readonly silenceMaxMs?: number;
      };
  readonly clock: Clock;
  readonly log: Log;
  /** Frees disk space for the database when its disk is full. @returns false when there is nothing to give up. */
  readonly giveUpReserve?: () => boolean;
}

export interface OpenedStore {
  readonly store: Store;
  /** Shares the database with the store and closes with it. */
  readonly sandboxLedger: SandboxLedger;
}

/** @throws Error when the database cannot be reached, is damaged, or a migration fails. */
export async function openStore({
  database,
  clock,
  log,
  giveUpReserve,
}: OpenStoreOptions): Promise<OpenedStore> {
  const subscribers = createSubscribers(log);
  if (database.kind === 'sqlite')
    return storeOver(await openSqliteEngine(database.file, subscribers), clock, log, giveUpReserve);
  const { url, connectionsMax = connectionsMaxDefault, silenceMaxMs } = database;
  const connector = pgConnector({ url, connectionsMax, silenceMaxMs, log });
  try {
    return storeOver(await openPostgresEngine(connector, subscribers, log), clock, log);
  } catch (error) {
    await connector.pool.end();
    throw error;
  }
}

/** The store over an open engine. */
export function storeOver(
  bare: Engine,
  clock: Clock,
  log: Log,
  giveUpReserve: () => boolean = () => false,
): OpenedStore {
  const engine = guardDisk(bare, giveUpReserve);
  return { store: createStore(engine, clock, log), sandboxLedger: createSandboxLedger(engine) };
}
