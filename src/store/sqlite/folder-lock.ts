/**
 * Keeps a second service off a data folder. SQLite itself would bear two, but each would know only its own
 * changes: a waiting customer would not hear of the other's, and start-up sweeps would hit files in use.
 * The lock is the operating system's, on an open file: it ends with the process, however that ends.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../domain/start-error.ts';
import { sqliteStartError } from './sqlite-start-error.ts';

export interface FolderLock {
  release(): void;
}

/** @throws StartError when another process holds the folder, or this one may not write to it. */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'service.lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('begin exclusive');
    const held = database;
    return { release: () => held.close() };
  } catch (cause) {
    database?.close();
    if (isBusy(cause)) throw new StartError(`Another service is running on ${folder}.`, { cause });
    throw sqliteStartError(file, cause);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
