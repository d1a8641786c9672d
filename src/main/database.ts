/** Opens the database that the configuration names: PostgreSQL, or SQLite in the data folder. */

import { join } from 'node:path';
import type { Config } from '../config.ts';
import {
  type OpenedStore,
  type OpenStoreOptions,
  openStore,
  openStoreReadOnly,
} from '../store/open-store.ts';
import type { Log } from '../usecases/ports/tools.ts';
import { clock } from './clock.ts';

/** @param diskFaults the functions that are called when the disk is full, and when a commit may be lost. */
export function openDatabase(
  config: Config,
  log: Log,
  diskFaults: Required<Pick<OpenStoreOptions, 'giveUpReserve' | 'commitLost'>>,
): Promise<OpenedStore> {
  return openStore({ database: databaseOf(config), clock, log, ...diskFaults });
}

/**
 * Opens the database for commands that may run beside the service. It does not create or migrate the database, and
 * the opened store refuses transactions.
 */
export function openDatabaseReadOnly(config: Config, log: Log): Promise<OpenedStore> {
  return openStoreReadOnly({ database: databaseOf(config), clock, log });
}

/** The SQLite database in the data folder. */
export function sqliteFileOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'photokiosk.db');
}

function databaseOf(config: Config): OpenStoreOptions['database'] {
  const { database, databaseDirect } = config;
  if (database === null) return { kind: 'sqlite', file: sqliteFileOf(config) };
  return { kind: 'postgres', ...database, direct: databaseDirect };
}
