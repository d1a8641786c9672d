/**
 * Makes the commits in SQLite's write-ahead log durable. The fsync runs in Node's thread pool and not in the event
 * loop.
 *
 * With `synchronous = normal`, SQLite keeps the database consistent even after a power failure: it syncs the log
 * before it copies pages from it, and a reader stops at the first damaged frame. But a commit can be lost. An fsync
 * of the log after a commit makes that commit and all earlier commits durable
 * (https://sqlite.org/pragma.html#pragma_synchronous, https://sqlite.org/wal.html#performance_considerations).
 */

import { closeSync, fdatasync, openSync } from 'node:fs';
import type { MakeDurable } from './group-commit.ts';

export interface DurableLog {
  readonly makeDurable: MakeDurable;
  close(): void;
}

/**
 * @param file the database. Call this after a connection in WAL mode has read or written, because the log exists
 * only then.
 */
export function openDurableLog(file: string): DurableLog {
  // Open for writing, because some systems sync only descriptors that are open for writing.
  const log = openSync(`${file}-wal`, 'r+');
  return {
    makeDurable: () =>
      new Promise((resolve, reject) => {
        // `fdatasync` is enough: it also writes the length of the file, without which the new frames could
        // not be read.
        fdatasync(log, (error) => (error === null ? resolve() : reject(error)));
      }),
    close: () => closeSync(log),
  };
}
