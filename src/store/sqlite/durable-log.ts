/**
 * Makes SQLite's write-ahead log outlive a power cut, from a thread of the pool instead of the event loop.
 *
 * With `synchronous = normal` SQLite keeps the database consistent whatever happens (it syncs the log before
 * it copies pages out of it, and a reader stops at the first damaged frame), but a commit may be lost. Syncing
 * the log after a commit closes that gap: it makes that commit and every earlier one durable
 * (https://sqlite.org/pragma.html#pragma_synchronous, https://sqlite.org/wal.html#performance_considerations).
 */

import { closeSync, fdatasync, openSync } from 'node:fs';
import type { MakeDurable } from './group-commit.ts';

export interface DurableLog {
  readonly makeDurable: MakeDurable;
  close(): void;
}

/** @param file the database; its log exists once a connection in WAL mode has read or written. */
export function openDurableLog(file: string): DurableLog {
  // For writing, since some systems sync only what they could have written.
  const log = openSync(`${file}-wal`, 'r+');
  return {
    makeDurable: () =>
      new Promise((resolve, reject) => {
        // The length is metadata that fdatasync keeps too: without it the tail could not be read.
        fdatasync(log, (error) => (error === null ? resolve() : reject(error)));
      }),
    close: () => closeSync(log),
  };
}
