/**
 * Keeps a second service off a data folder. SQLite itself would bear two, but each would know only its own
 * changes: a waiting customer would not hear of the other's, and start-up sweeps would hit files in use.
 * The lock is the operating system's, on an open file: it ends with the process, however that ends.
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
