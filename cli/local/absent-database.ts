/** Refuses to write a SQLite database where one, or only its log, exists: SQLite would write the old log into the new file. */

import { existsSync } from 'node:fs';
import { StartError } from '../../src/domain/start-error.ts';

/** @throws StartError that names the file that was found, and ends with `advice`. */
export function requireAbsentDatabase(file: string, advice: string): void {
  const found = ['', '-wal', '-shm'].map((ending) => `${file}${ending}`).find((path) => existsSync(path));
  if (found !== undefined) throw new StartError(`${found} exists: ${advice}.`);
}
