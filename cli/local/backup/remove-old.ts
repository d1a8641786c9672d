/**
 * Removes incomplete and old backups, and the files that no remaining backup has. In a bucket, another backup may run at
 * the same time. It stores its database first and its manifest last, so it is visible as an incomplete backup before it
 * stores files: the files are listed first here, and stay while there is an incomplete backup.
 */

import { StartError } from '../../../src/domain/start-error.ts';
import { WrongIdentity } from './age.ts';
import { listBackups, type Manifest, type OpenPlace, readManifest } from './manifest.ts';
import {
  backupNameForm,
  databaseNames,
  fileFolders,
  isTombstone,
  manifestName,
  objectOfFile,
  timeOfBackup,
} from './object-names.ts';
import type { BackupObjects } from './objects.ts';

/** The age at which an incomplete backup in a bucket counts as interrupted. */
const unfinishedMsMax = 7 * 24 * 60 * 60_000;

export interface KeptBackups {
  /** How many complete backups stay, the newest ones. */
  readonly keep: number;
  /** The backup that was just made, which stays in any case. */
  readonly made: string;
}

export async function removeOld(place: OpenPlace, { keep, made }: KeptBackups, now: number): Promise<void> {
  const { objects } = place;
  const files = await namesOfFiles(objects);
  const backups = await listBackups(place);
  const complete = backups.filter(({ isComplete }) => isComplete);
  const newest = new Set(complete.slice(-keep));
  const kept = complete.filter((backup) => newest.has(backup) || backup.name === made);
  let mayRun = false;
  for (const backup of backups) {
    if (kept.includes(backup)) continue;
    const isOurs = objects.isExclusive || now - timeOfBackup(backup.name) > unfinishedMsMax;
    if (backup.isComplete || isOurs) await removeBackup(objects, backup.name);
    else mayRun = true;
  }
  if (mayRun) return;
  const used = new Set<string>();
  for (const { name } of kept) {
    const manifest = await readableManifest(place, name);
    // Until the backups of a former secret key are removed, it is unknown which files they need.
    if (manifest === undefined) return;
    for (const key of Object.keys(manifest.files)) used.add(objectOfFile(key, manifest.nameKey));
  }
  for (const name of files) if (!used.has(name) && !isTombstone(name)) await objects.remove(name);
}

export async function namesOfFiles(objects: BackupObjects): Promise<Set<string>> {
  const names = new Set<string>();
  for (const folder of fileFolders) for await (const name of objects.names(folder)) names.add(name);
  return names;
}

/** @returns undefined when this machine has not made the backup and cannot read its list. */
export async function readableManifest(place: OpenPlace, name: string): Promise<Manifest | undefined> {
  try {
    return await readManifest(place, name);
  } catch (error) {
    if (error instanceof WrongIdentity) return undefined;
    throw error;
  }
}

/** @throws StartError when another backup has removed this one, because it took longer than a week. */
export async function requireStillThere(objects: BackupObjects, name: string): Promise<void> {
  const databases = Object.values(databaseNames);
  for await (const object of objects.names(`${name}/`)) {
    const [, , file = ''] = backupNameForm.exec(object) ?? [];
    if (databases.includes(file.replace(/\.age$/, ''))) return;
  }
  throw new StartError(
    `The backup ${name} took longer than a week, so another backup has removed it: run the command again.`,
  );
}

/** Removes the manifest first, so that an interrupted removal leaves no backup that looks complete. */
async function removeBackup(objects: BackupObjects, name: string): Promise<void> {
  const names: string[] = [];
  for await (const object of objects.names(`${name}/`)) names.push(object);
  const isManifest = (object: string) => object.startsWith(`${name}/${manifestName}`);
  for (const object of names.filter(isManifest)) await objects.remove(object);
  for (const object of names.filter((object) => !isManifest(object))) await objects.remove(object);
}
