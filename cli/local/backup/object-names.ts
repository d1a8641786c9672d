/**
 * The names of the objects in a place with backups. `files/` holds each stored file once, for all backups. Each backup is
 * a folder named by its time, with the database and the manifest.
 */

import { createHmac, hkdfSync } from 'node:crypto';
import { parseFileKey, requireFileKey } from '../../../src/files/file-keys.ts';
import { tombstoneGroup } from '../../../src/usecases/retention/tombstone.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** The name of the database in a backup: a SQLite file, or a dump of pg_dump in its own format. */
export const databaseNames: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'photokiosk.db',
  postgres: 'photokiosk.dump',
};
export const manifestName = 'manifest.json';
/** The folders of stored files. Only encrypted places have tombstones in a folder of their own. */
export const fileFolders = ['files/', `${tombstoneGroup}/`] as const;
/** Every name of a backup begins with its year, and no other name does. */
export const backupsPrefix = '2';
export const backupNameForm = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)\/(.+)$/;

/** @returns a name that sorts by time and is a valid folder on every system. */
export function backupName(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '-');
}

/** @returns the time in the name of a backup. */
export function timeOfBackup(name: string): number {
  return Date.parse(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
}

/** The key of the names in a new encrypted place. The machine can make it again, so an interrupted backup continues. */
export function nameKeyOf(secretKey: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'photokiosk backup names', 32)).toString('hex');
}

/** @param nameKey null: the place is not encrypted, and the name contains the key of the file. */
export function objectOfFile(key: string, nameKey: string | null): string {
  const { group, name, ending } = requireFileKey(key);
  if (nameKey === null) return `files/${group}/${name.slice(0, 2)}/${name}.${ending}`;
  const hash = createHmac('sha256', nameKey).update(key).digest('hex');
  return group === tombstoneGroup ? `${tombstoneGroup}/${hash}.age` : `files/${hash.slice(0, 2)}/${hash}.age`;
}

/** @returns the key of a file in a place that is not encrypted. */
export function fileOfObject(object: string): string | undefined {
  const [, group, start, file] = /^files\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(object) ?? [];
  const key = `${group}/${file}`;
  return parseFileKey(key)?.name.slice(0, 2) === start ? key : undefined;
}

/** Whether the object is a tombstone, which makes every backup of the place forget an erased customer. */
export function isTombstone(object: string): boolean {
  return object.startsWith(`${tombstoneGroup}/`) || object.startsWith(`files/${tombstoneGroup}/`);
}
