/**
 * `photokiosk backup PLACE`: copies the database (SQLite, or PostgreSQL by pg_dump) and then the stored files that the
 * place does not have yet, while the service runs. In this order the backup contains every file that its database refers
 * to, except files that were deleted in between. It never contains `secret.key`, because a person who finds a backup with
 * the key could forge tokens and links.
 */

import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Config, readConfig } from '../../../src/config.ts';
import { StartError } from '../../../src/domain/start-error.ts';
import { batchesOf } from '../../../src/files/batches-of.ts';
import { hashFile } from '../../../src/files/hash-file.ts';
import type { ListedFiles } from '../../../src/files/listed-files.ts';
import { clock } from '../../../src/main/clock.ts';
import { openDatabaseReadOnly, sqliteFileOf } from '../../../src/main/database.ts';
import { openFiles } from '../../../src/main/open-files.ts';
import { pooledRandom } from '../../../src/main/pooled-random.ts';
import { loadSecretKeys } from '../../../src/main/secret-key.ts';
import { lockFolder } from '../../../src/store/sqlite/folder-lock.ts';
import { FileMissing } from '../../../src/usecases/ports/file-store.ts';
import type { Log } from '../../../src/usecases/ports/tools.ts';
import type { Environment } from '../../command-context.ts';
import { commandLog } from '../command-log.ts';
import { dumpDatabase } from '../postgres-programs.ts';
import { encrypterTo } from './age.ts';
import { listBackups, type Manifest, type OpenPlace, writeManifest } from './manifest.ts';
import { backupName, databaseNames, nameKeyOf, objectOfFile, timeOfBackup } from './object-names.ts';
import type { BackupObjects } from './objects.ts';
import { openObjects } from './open-objects.ts';
import { requireSameRecipients } from './recipients-file.ts';
import { namesOfFiles, readableManifest, removeOld, requireStillThere } from './remove-old.ts';
import { requireSafePlace, stagingFolder } from './safe-place.ts';
import { noSeal, sealFor } from './seal.ts';

export interface BackupOutcome {
  readonly name: string;
  readonly files: number;
  /** How many of the files were copied, because the place did not have them. */
  readonly copied: number;
}

interface BackupOptions {
  /** A folder, or the address of a bucket. */
  readonly place: string;
  /** How many complete backups stay. */
  readonly keep: number;
  /** Recipients of age. None: the backup is not encrypted. */
  readonly encryptTo: readonly string[];
}

/** How far the clocks of machines that make backups into the same place may differ. */
const clockErrorMsMax = 60 * 60_000;
/** How many files are copied at once. An object store takes most of its time to answer. */
const copiesMax = 8;

/** @throws ConfigError, StartError */
export async function backUp(
  env: Environment,
  workingDir: string,
  { place, keep, encryptTo }: BackupOptions,
): Promise<BackupOutcome> {
  const config = readConfig(env, workingDir);
  const log = commandLog('warn');
  encrypterTo(encryptTo);
  requireSafePlace(place, config.dataDir, workingDir);
  const objects = openObjects(place, { env, workingDir });
  // Refuse a database that is absent, damaged or of another version, before anything is created.
  await (await openDatabaseReadOnly(config, log)).store.close();
  const lock = await objects.lock();
  try {
    // What is not encrypted yet must not touch the disk of an encrypted backup.
    const isDirect = objects.staging !== null && encryptTo.length === 0;
    return await withStaging(isDirect ? objects.staging : join(config.dataDir, stagingFolder), (staging) =>
      addBackup(config, { objects, staging, encryptTo, keep, log }),
    );
  } finally {
    lock.release();
  }
}

/** Runs the work with an empty folder that no other backup uses. */
async function withStaging<T>(folder: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder, 'backup');
  const clear = async () => {
    for (const name of await readdir(folder)) {
      if (!name.startsWith('service.lock')) await rm(join(folder, name), { recursive: true, force: true });
    }
  };
  try {
    await clear();
    return await work(folder);
  } finally {
    await clear();
    lock.release();
  }
}

interface Surroundings extends Pick<BackupOptions, 'encryptTo' | 'keep'> {
  readonly objects: BackupObjects;
  readonly staging: string;
  readonly log: Log;
}

async function addBackup(
  config: Config,
  { objects, staging, encryptTo, keep, log }: Surroundings,
): Promise<BackupOutcome> {
  const part = join(staging, 'part');
  await requireSameRecipients(objects, encryptTo, part);
  const isEncrypted = encryptTo.length > 0;
  const secretKeys = isEncrypted ? await loadSecretKeys(config.secretKeys, config.dataDir) : undefined;
  const seal = secretKeys === undefined ? noSeal : await sealFor(encryptTo, secretKeys);
  const place: OpenPlace = { objects, seal, part };
  const former = await newestManifest(place);
  const nameKey = secretKeys === undefined ? null : (former?.nameKey ?? nameKeyOf(secretKeys[0]));

  const now = clock.now();
  await requireNoneLater(place, now);
  const name = backupName(now);
  const kind = config.database === null ? 'sqlite' : 'postgres';
  const database = await copyDatabase(config, part);
  await seal.close(part, 'content');
  await objects.put(`${name}/${databaseNames[kind]}${seal.ending}`, part);
  const source = await openFiles(config, { random: pooledRandom(), log });
  const { files, copied } = await copyFiles(source, place, { known: former?.files ?? {}, nameKey });
  await requireStillThere(objects, name);
  await writeManifest(place, name, { kind, database, files, nameKey });
  await removeOld(place, { keep, made: name }, clock.now());
  return { name, files: Object.keys(files).length, copied };
}

/**
 * The newest backup is the one with the latest name. After the clock was ahead, a new backup would count as old: it would
 * be removed at once, and `restore` would take an older one.
 * @throws StartError
 */
async function requireNoneLater(place: OpenPlace, now: number): Promise<void> {
  const later = (await listBackups(place)).find(({ name }) => timeOfBackup(name) > now + clockErrorMsMax);
  if (later === undefined) return;
  throw new StartError(
    `The backup ${later.name} is from the future: the clock of this machine is wrong now, or was when this backup was made. Correct the clock, or rename or remove that backup.`,
  );
}

async function newestManifest(place: OpenPlace): Promise<Manifest | undefined> {
  const newest = (await listBackups(place)).findLast(({ isComplete }) => isComplete);
  return newest === undefined ? undefined : readableManifest(place, newest.name);
}

/**
 * Creates an empty file with a private mode first, because SQLite and pg_dump would create a file that every user can read.
 * @returns the SHA-256 of the copy.
 */
async function copyDatabase(config: Config, target: string): Promise<string> {
  closeSync(openSync(target, 'wx', 0o600));
  // A pooler in transaction mode gives pg_dump no session.
  const postgres = config.databaseDirect ?? config.database;
  if (postgres === null) copySqlite(sqliteFileOf(config), target);
  else dumpDatabase(postgres, target);
  const copy = openSync(target, 'r+');
  fsyncSync(copy);
  closeSync(copy);
  return hashFile(target);
}

function copySqlite(source: string, target: string): void {
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
}

interface CopyOptions {
  /** Hashes of files that an earlier backup has. */
  readonly known: Manifest['files'];
  readonly nameKey: string | null;
}

/** Copies the files that the place does not have. @returns the hash of each file of the source. */
async function copyFiles(
  source: ListedFiles,
  { objects, seal, part }: OpenPlace,
  { known, nameKey }: CopyOptions,
): Promise<{ readonly files: Record<string, string>; readonly copied: number }> {
  const stored = await namesOfFiles(objects);
  const files: Record<string, string> = {};
  let copied = 0;

  async function copy(key: string, localFile: string): Promise<void> {
    const object = objectOfFile(key, nameKey);
    const former = known[key];
    // A key is never used for other bytes, so a file that an earlier backup has is not read again.
    if (former !== undefined && stored.has(object)) {
      files[key] = former;
      return;
    }
    try {
      await source.fetchTo(key, localFile);
    } catch (error) {
      // The service has deleted the file since it was listed.
      if (error instanceof FileMissing) return;
      throw error;
    }
    files[key] = await hashFile(localFile);
    if (stored.has(object)) return rm(localFile);
    await seal.close(localFile, 'content');
    await objects.put(object, localFile);
    copied += 1;
  }

  for await (const keys of batchesOf(source.keys(), copiesMax)) {
    await Promise.all(keys.map((key, index) => copy(key, `${part}-${index}`)));
  }
  return { files, copied };
}
