/**
 * Prevents a second service on the same data folder. SQLite allows two processes, but the service does not:
 * messages about changes stay in one process, and the clean-up at the start would delete files that the other
 * process uses. The lock is a lock of the operating system on an open file, so it ends with the process, also
 * after a crash.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface FolderLock {
  release(): void;
}

/** @throws Error when another process holds the folder. */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'service.lock'), { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
    throw new Error(`Another service is running on ${folder}.`, { cause });
  }
  return { release: () => database.close() };
}
