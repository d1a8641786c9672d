/**
 * The form of a folder with backups. `files/` holds each stored file once, for all backups. Each backup is a folder named
 * by its time, with the database and `manifest.json`. The manifest is written last, so a backup without one is incomplete.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../src/domain/start-error.ts';
import type { ListedFiles } from '../../src/files/listed-files.ts';
import { openLocalFiles } from '../../src/files/local-files.ts';
import { clock } from '../../src/main/clock.ts';
import { pooledRandom } from '../../src/main/pooled-random.ts';
import { tombstoneGroup } from '../../src/usecases/retention/tombstone.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Manifest {
  readonly kind: DatabaseKind;
  /** Hexadecimal SHA-256 of the database. */
  readonly database: string;
  /** Hexadecimal SHA-256 of each stored file, by its key. */
  readonly files: Readonly<Record<string, string>>;
}

/** The name of the database in a backup: a SQLite file, or a dump of pg_dump in its own format. */
export const databaseNames: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'photokiosk.db',
  postgres: 'photokiosk.dump',
};
export const manifestName = 'manifest.json';
const nameForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/** @returns a name that sorts by time and is a valid folder on every system. */
export function backupName(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '-');
}

/** The names of all backups, complete ones and others, the oldest first. */
export function allBackups(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => nameForm.test(name))
    .sort();
}

export function isComplete(folder: string, name: string): boolean {
  return existsSync(join(folder, name, manifestName));
}

/** @throws StartError when there is no complete backup, or none with this name. */
export function chooseBackup(folder: string, name: string | undefined): string {
  const complete = allBackups(folder).filter((one) => isComplete(folder, one));
  const chosen = name === undefined ? complete.at(-1) : complete.find((one) => one === name);
  if (chosen !== undefined) return chosen;
  throw new StartError(
    name === undefined
      ? `${folder} contains no complete backup.`
      : `${folder} contains no complete backup ${name}.`,
  );
}

/** @throws StartError when the manifest is damaged. */
export function readManifest(folder: string, name: string): Manifest {
  const file = join(folder, name, manifestName);
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const isObject = typeof value === 'object' && value !== null && 'database' in value && 'files' in value;
  if (!isObject || typeof value.database !== 'string' || typeof value.files !== 'object') {
    throw new StartError(`${file} is damaged.`);
  }
  const files = Object.entries(value.files ?? {}).map(([key, hash]) => [key, String(hash)] as const);
  // Backups of older versions are of SQLite and do not say so.
  const kind = 'kind' in value && value.kind === 'postgres' ? 'postgres' : 'sqlite';
  return { kind, database: value.database, files: Object.fromEntries(files) };
}

/** Whether the file is a tombstone, which makes every backup of the folder forget an erased customer. */
export function isTombstone(key: string): boolean {
  return key.startsWith(`${tombstoneGroup}/`);
}

/** The stored files of all backups in the folder. */
export function openBackupFiles(folder: string): Promise<ListedFiles> {
  return openLocalFiles({ folder: join(folder, 'files'), clock, random: pooledRandom() });
}
