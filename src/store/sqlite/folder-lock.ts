/**
 * Prevents a second service on the same data folder. SQLite allows two processes, but the service does not:
 * messages about changes stay in one process, and the clean-up at the start would delete files that the other
 * process uses. The lock is a lock of the operating system on an open file, so it ends with the process, also
 * after a crash.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../domain/start-error.ts';
import { sqliteStartError } from './sqlite-start-error.ts';

export interface FolderLock {
  release(): void;
}

/**
 * @param what the kind of process that holds the lock, for the message.
 * @throws StartError when another process holds the lock of the folder, or this process may not write to
 * the folder.
 */
export function lockFolder(folder: string, what = 'service'): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'service.lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('begin exclusive');
    const held = database;
    return { release: () => held.close() };
  } catch (cause) {
    database?.close();
    if (isBusy(cause)) throw new StartError(`Another ${what} is running on ${folder}.`, { cause });
    throw sqliteStartError(file, cause);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
