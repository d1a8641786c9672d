/** `photokiosk files move`: moves all stored files from `STORAGE_FORMER_URL` to `STORAGE_URL`. */

import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../../src/config/storage-url.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { type MoveOutcome, moveFiles } from '../../src/files/move-files.ts';
import { openStorage } from '../../src/main/open-files.ts';
import { pooledRandom } from '../../src/main/pooled-random.ts';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import type { Log } from '../../src/usecases/ports/tools.ts';
import type { Environment } from '../command-context.ts';
import { ArgumentError } from './argument-error.ts';
import { commandLog } from './command-log.ts';
import { neededFiles } from './needed-files.ts';

/** @throws ConfigError, StartError when another move runs. */
export async function moveStoredFiles(
  env: Environment,
  workingDir: string,
  moved: (files: number) => void,
): Promise<MoveOutcome> {
  const config = readConfig(env, workingDir);
  const { current, former } = config.storage;
  if (former === null) {
    throw new ArgumentError('Set STORAGE_FORMER_URL to the place that the files leave (docs/operating.md).');
  }
  const folder = join(config.dataDir, 'moving');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = commandLog(config.logLevel);
  const tools = { random: pooledRandom(), log };
  const lock = await lockMove(config, folder, log);
  try {
    const outcome = await moveFiles({
      from: await openStorage(config, former, tools),
      to: await openStorage(config, current, tools),
      route: `${nameOf(former, config)} to ${nameOf(current, config)}`,
      folder,
      neededOf: (keys) => neededFiles(config, keys, log),
      requireAlone: lock.requireHeld,
      moved,
    });
    await rm(folder, { recursive: true, force: true });
    return outcome;
  } finally {
    await lock.release();
  }
}

/** Names a place, and a way to it, in the journal of a move. Contains no credentials. */
function nameOf(storage: Storage, { dataDir }: Config): string {
  if (storage.kind === 'folder') return JSON.stringify([dataDir]);
  return JSON.stringify([storage.endpoint, storage.style, storage.bucket, storage.prefix]);
}

/**
 * Locks the folder of this machine and, if there may be other machines, the database.
 * @throws StartError when another move holds a lock.
 */
async function lockMove({ database, databaseDirect }: Config, folder: string, log: Log) {
  const ofFolder = lockFolder(folder, 'move');
  const servers = databaseDirect ?? database;
  if (servers === null) return { requireHeld: async () => {}, release: async () => ofFolder.release() };
  try {
    // Only shops on PostgreSQL load its driver.
    const { lockMoves } = await import('../../src/store/postgres/move-lock.ts');
    const { requireHeld, release } = await lockMoves(servers, log);
    return { requireHeld, release: () => release().finally(() => ofFolder.release()) };
  } catch (error) {
    ofFolder.release();
    throw error;
  }
}
