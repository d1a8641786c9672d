/**
 * Moves the content of the write-ahead log into the database and truncates the log, which otherwise still contains
 * older versions of changed pages. This works only while no transaction runs, so the function tries several times.
 */

import { DatabaseSync } from 'node:sqlite';

const triesMax = 20;
const pauseMs = 25;

/** @returns false if other connections used the log during every try. */
export async function emptyLog(file: string): Promise<boolean> {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    for (let tries = 0; tries < triesMax; tries++) {
      const row = database.prepare('pragma wal_checkpoint(truncate)').get();
      if (row?.busy === 0) return true;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return false;
  } finally {
    database.close();
  }
}
