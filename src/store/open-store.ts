/** Opens the database of the configuration and migrates it to the newest schema. */

import type { SandboxLedger } from '../usecases/ports/sandbox-ledger.ts';
import type { Store } from '../usecases/ports/store.ts';
import type { Clock, Log } from '../usecases/ports/tools.ts';
import { createStore } from './create-store.ts';
import { guardDisk } from './disk-guard.ts';
import type { PostgresPlace } from './postgres/open-postgres.ts';
import { createSandboxLedger } from './sandbox/sandbox-ledger.ts';
import type { Engine } from './session.ts';
import { openSqliteEngine, openSqliteReader } from './sqlite/sqlite-engine.ts';
import { sqliteStartError } from './sqlite/sqlite-start-error.ts';
import { createSubscribers } from './subscribers.ts';

export interface OpenStoreOptions {
  /** Only one process may serve a SQLite file. Any number of processes may serve a PostgreSQL database. */
  readonly database:
    | { readonly kind: 'sqlite'; readonly file: string }
    | ({ readonly kind: 'postgres' } & PostgresPlace);
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
  const engine =
    database.kind === 'sqlite'
      ? await openSqlite(database.file, (file) => openSqliteEngine(file, subscribers, commitLost))
      : await (await loadPostgres()).openPostgres(database, subscribers, log);
  return storeOver(engine, clock, log, giveUpReserve);
}

/**
 * Opens an existing database of this version for reading. Creates and migrates nothing, and refuses transactions.
 * @throws StartError when the database is absent, cannot be used, or is of another version.
 */
export async function openStoreReadOnly({ database, clock, log }: OpenStoreOptions): Promise<OpenedStore> {
  const engine =
    database.kind === 'sqlite'
      ? await openSqlite(database.file, openSqliteReader)
      : await (await loadPostgres()).openPostgresReadOnly(database, log);
  return storeOver(engine, clock, log);
}

const loadPostgres = () => import('./postgres/open-postgres.ts');

async function openSqlite(file: string, open: (file: string) => Promise<Engine>): Promise<Engine> {
  try {
    return await open(file);
  } catch (error) {
    throw sqliteStartError(file, error);
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
