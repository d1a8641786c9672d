/**
 * `photokiosk restore PLACE` and `photokiosk backup verify PLACE`: restore a backup into an empty data folder and
 * database, or into scratch ones where the self-audit checks it. Every hash of the manifest is compared.
 * Customers who were erased after the backup are erased again.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseAddress } from '../../../src/config/database-url.ts';
import { type Config, readConfig } from '../../../src/config.ts';
import { StartError } from '../../../src/domain/start-error.ts';
import { syncFolder } from '../../../src/files/durable-folder.ts';
import { requireFileKey } from '../../../src/files/file-keys.ts';
import { hashFile } from '../../../src/files/hash-file.ts';
import { openDatabaseReadOnly, sqliteFileOf } from '../../../src/main/database.ts';
import { openStorage } from '../../../src/main/open-files.ts';
import { pooledRandom } from '../../../src/main/pooled-random.ts';
import { lockFolder } from '../../../src/store/sqlite/folder-lock.ts';
import { FileMissing, type FileStore } from '../../../src/usecases/ports/file-store.ts';
import type { Log } from '../../../src/usecases/ports/tools.ts';
import { runSelfAudit } from '../../../src/usecases/self-audit/run-self-audit.ts';
import type { Environment } from '../../command-context.ts';
import { requireAbsentDatabase } from '../absent-database.ts';
import { ArgumentError } from '../argument-error.ts';
import { commandLog } from '../command-log.ts';
import { createDatabase, dropDatabase, restoreDatabase } from '../postgres-programs.ts';
import { WrongIdentity } from './age.ts';
import { forgetErased } from './forget-erased.ts';
import { chooseBackup, type Manifest, openObject, readManifest } from './manifest.ts';
import { databaseNames, objectOfFile } from './object-names.ts';
import type { BackupObjects } from './objects.ts';
import { openObjects } from './open-objects.ts';
import { requireSafePlace, restoringFolder } from './safe-place.ts';
import { noSeal, type Seal, sealOpenedBy } from './seal.ts';
import { fetchTombstones } from './tombstones.ts';

export interface RestoreOutcome {
  readonly name: string;
  readonly files: number;
  readonly orders: number;
  /** How many erasures were made after the backup and were applied to it. */
  readonly forgotten: number;
}

interface RestoreOptions {
  /** A folder, or the address of a bucket. */
  readonly place: string;
  /** Default: the newest complete backup. */
  readonly name?: string | undefined;
  /** A file with identities of age, for encrypted backups. */
  readonly identity?: string | undefined;
}

/** A backup that was found. */
interface Chosen {
  readonly objects: BackupObjects;
  readonly seal: Seal;
  readonly name: string;
  readonly manifest: Manifest;
}

/** How many files are restored at once. */
const copiesMax = 8;

/** @throws ConfigError, StartError when the data folder is in use, or the backup is damaged. */
export async function restoreBackup(
  env: Environment,
  workingDir: string,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const config = readConfig(env, workingDir);
  requireSafePlace(options.place, config.dataDir, workingDir);
  if (config.database === null) {
    requireAbsentDatabase(
      sqliteFileOf(config),
      'move the old data folder away and restore into an empty one',
    );
  }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(config.dataDir);
  try {
    const part = await partIn(config.dataDir);
    return await restoreInto(config, await findBackup(env, workingDir, { ...options, part }));
  } finally {
    lock.release();
  }
}

/** @throws StartError when the backup is damaged, or the audit of its database finds a problem. */
export async function verifyBackup(
  env: Environment,
  workingDir: string,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'photokiosk-verify-'));
  try {
    const chosen = await findBackup(env, workingDir, { ...options, part: await partIn(scratch) });
    if (chosen.manifest.kind === 'sqlite') {
      return await restoreInto(readConfig({ DATA_DIR: scratch }, scratch), chosen);
    }
    return await verifyPostgres(env, workingDir, { chosen, scratch });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Makes an empty folder for what is being restored, on the disk of the data folder.
 * @returns a path for a temporary file in it.
 */
async function partIn(dataDir: string): Promise<string> {
  const folder = join(dataDir, restoringFolder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  return join(folder, 'part');
}

interface FindOptions extends RestoreOptions {
  /** A path for a temporary file. */
  readonly part: string;
}

/** @throws ConfigError, StartError when there is no such backup, or it cannot be read. */
async function findBackup(
  env: Environment,
  workingDir: string,
  { place, name, identity, part }: FindOptions,
): Promise<Chosen> {
  const objects = openObjects(place, { env, workingDir });
  const seal = identity === undefined ? noSeal : sealOpenedBy(resolve(workingDir, identity));
  const chosen = await chooseBackup({ objects, seal }, name);
  try {
    return { objects, seal, name: chosen, manifest: await readManifest({ objects, seal, part }, chosen) };
  } catch (error) {
    if (!(error instanceof WrongIdentity)) throw error;
    throw new ArgumentError(`The backup ${chosen} is encrypted to other recipients than ${identity ?? ''}.`, {
      cause: error,
    });
  }
}

/** Restores into a database of its own beside the shop's, and drops it. */
async function verifyPostgres(
  env: Environment,
  workingDir: string,
  { chosen, scratch }: { readonly chosen: Chosen; readonly scratch: string },
): Promise<RestoreOutcome> {
  const { database, databaseDirect } = readConfig(env, workingDir);
  const server = databaseDirect ?? database;
  if (server === null) {
    throw new ArgumentError(
      'This backup is of PostgreSQL: set DATABASE_URL to a server on which a scratch database can be made.',
    );
  }
  const made = `photokiosk_verify_${process.pid}_${Date.now()}`;
  createDatabase(server, made);
  try {
    // As in the configuration, an empty variable counts as absent.
    const url = env.DATABASE_DIRECT_URL?.trim() || env.DATABASE_URL?.trim() || '';
    const scratchUrl = url.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${made}`);
    const config = readConfig({ DATA_DIR: scratch, DATABASE_URL: scratchUrl }, scratch);
    return await restoreInto(config, chosen);
  } finally {
    dropDatabase(server, made);
  }
}

/**
 * Stores the tombstones and the files first and the database last, so that no service starts on a part of a backup, or
 * without the tombstones of the customers who are in it.
 */
async function restoreInto(config: Config, chosen: Chosen): Promise<RestoreOutcome> {
  const { name, manifest } = chosen;
  const postgres = config.databaseDirect ?? config.database;
  if ((postgres === null) !== (manifest.kind === 'sqlite')) {
    throw new StartError(
      manifest.kind === 'sqlite'
        ? 'This backup is of SQLite: restore it without DATABASE_URL.'
        : 'This backup is of PostgreSQL: set DATABASE_URL to an empty database.',
    );
  }
  const log = commandLog('warn');
  if (postgres !== null) await requireEmptyDatabase(postgres, log);
  const target = await openStorage(config, config.storage.current, { random: pooledRandom(), log });
  const part = await partIn(config.dataDir);
  await restoreTombstones(chosen, target, part);
  const files = await restoreFiles(chosen, target, part);
  await fetchDatabase(chosen, part);
  if (postgres === null) {
    await rename(part, sqliteFileOf(config));
    await syncFolder(dirname(sqliteFileOf(config)));
  } else {
    restoreDatabase(postgres, part);
    await rm(part);
  }
  const forgotten = await forgetErased(config, target);
  await rm(dirname(part), { recursive: true });
  const opened = await openDatabaseReadOnly(config, log);
  try {
    const { orders, problems } = await runSelfAudit(opened);
    if (problems.length === 0) return { name, files, orders, forgotten };
    throw new StartError(
      `The audit of the backup ${name} found problems (${problems.length}). The first: ${problems[0]}`,
    );
  } finally {
    await opened.store.close();
  }
}

/**
 * Refuses the database of a shop before any file is stored: the files of the backup would bring back photos that the
 * shop has deleted since.
 */
async function requireEmptyDatabase(postgres: DatabaseAddress, log: Log): Promise<void> {
  // Only shops on PostgreSQL load its driver.
  const { hasTables } = await import('../../../src/store/postgres/empty-database.ts');
  if (!(await hasTables(postgres, log))) return;
  throw new StartError('The database of DATABASE_URL contains tables: restore into an empty one.');
}

/** Stores all tombstones of the place, also those that are newer than the backup. */
async function restoreTombstones(
  { objects, seal }: Chosen,
  target: FileStore,
  localFile: string,
): Promise<void> {
  for await (const key of fetchTombstones(objects, seal, localFile)) {
    if ((await target.get(key)) === undefined) {
      await target.put(key, localFile, requireFileKey(key).contentType);
    }
    await rm(localFile, { force: true });
  }
}

/** @returns how many files were restored. */
async function restoreFiles(
  { objects, seal, manifest }: Chosen,
  target: FileStore,
  part: string,
): Promise<number> {
  async function restoreFile(key: string, hash: string, localFile: string): Promise<void> {
    await fetchObject({ objects, seal, object: objectOfFile(key, manifest.nameKey), what: key, localFile });
    if ((await hashFile(localFile)) !== hash) throw damaged(key, 'other bytes than its manifest says');
    await target.put(key, localFile, requireFileKey(key).contentType);
    await rm(localFile, { force: true });
  }
  const files = Object.entries(manifest.files);
  for (let start = 0; start < files.length; start += copiesMax) {
    const batch = files.slice(start, start + copiesMax);
    await Promise.all(batch.map(([key, hash], index) => restoreFile(key, hash, `${part}-${index}`)));
  }
  return files.length;
}

async function fetchDatabase({ objects, seal, name, manifest }: Chosen, localFile: string): Promise<void> {
  const what = databaseNames[manifest.kind];
  await fetchObject({ objects, seal, object: `${name}/${what}${seal.ending}`, what, localFile });
  if ((await hashFile(localFile)) !== manifest.database) {
    throw damaged(what, 'other bytes than its manifest says');
  }
}

interface ObjectToFetch {
  readonly objects: BackupObjects;
  readonly seal: Seal;
  readonly object: string;
  /** What the object contains, for the message. */
  readonly what: string;
  readonly localFile: string;
}

/** @throws StartError when the object is missing or cannot be decrypted. */
async function fetchObject({ objects, seal, object, what, localFile }: ObjectToFetch): Promise<void> {
  try {
    await objects.fetchTo(object, localFile);
  } catch (error) {
    if (error instanceof FileMissing) throw damaged(what, 'no file');
    throw error;
  }
  try {
    await openObject(seal, localFile, what);
  } catch (error) {
    if (error instanceof WrongIdentity) throw damaged(what, 'other recipients than its manifest');
    throw error;
  }
}

function damaged(what: string, how: string): StartError {
  return new StartError(`The backup is damaged: ${what} has ${how}.`);
}
