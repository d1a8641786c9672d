/**
 * `photokiosk restore FOLDER` and `photokiosk backup verify FOLDER`: restore a backup into an empty data folder and
 * database, or into scratch ones where the self-audit checks it. Every hash of the manifest is compared.
 * Customers who were erased after the backup are erased again.
 */

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Config, readConfig } from '../../src/config.ts';
import { StartError } from '../../src/domain/start-error.ts';
import { syncFolder } from '../../src/files/durable-folder.ts';
import { requireFileKey } from '../../src/files/file-keys.ts';
import { hashFile } from '../../src/files/hash-file.ts';
import { openDatabaseReadOnly, sqliteFileOf } from '../../src/main/database.ts';
import { openLog } from '../../src/main/log.ts';
import { openStorage } from '../../src/main/open-files.ts';
import { pooledRandom } from '../../src/main/pooled-random.ts';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import { FileMissing, type FileStore } from '../../src/usecases/ports/file-store.ts';
import { runSelfAudit } from '../../src/usecases/self-audit/run-self-audit.ts';
import type { Environment } from '../command-context.ts';
import { chooseBackup, databaseNames, openBackupFiles, readManifest } from './backup-folder.ts';
import { forgetErased } from './forget-erased.ts';
import { createDatabase, dropDatabase, restoreDatabase } from './postgres-programs.ts';

export interface RestoreOutcome {
  readonly name: string;
  readonly files: number;
  readonly orders: number;
  /** How many erasures were made after the backup and were applied to it. */
  readonly forgotten: number;
}

interface RestoreOptions {
  readonly folder: string;
  /** Default: the newest complete backup. */
  readonly name?: string | undefined;
}

/** @throws ConfigError, StartError when the data folder is in use, or the backup is damaged. */
export async function restoreBackup(
  env: Environment,
  workingDir: string,
  { folder, name }: RestoreOptions,
): Promise<RestoreOutcome> {
  const config = readConfig(env, workingDir);
  if (config.database === null && existsSync(sqliteFileOf(config))) {
    throw new StartError(
      `${sqliteFileOf(config)} exists: restore into an empty data folder, or move the old one away.`,
    );
  }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(config.dataDir);
  try {
    return await restoreInto(config, { folder: resolve(workingDir, folder), name });
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
  const folder = resolve(workingDir, options.folder);
  const name = chooseBackup(folder, options.name);
  const scratch = mkdtempSync(join(tmpdir(), 'photokiosk-verify-'));
  try {
    if (readManifest(folder, name).kind === 'sqlite')
      return await restoreInto(readConfig({ DATA_DIR: scratch }, scratch), { folder, name });
    return await verifyPostgres(env, workingDir, { folder, name, scratch });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Restores into a database of its own beside the shop's, and drops it. */
async function verifyPostgres(
  env: Environment,
  workingDir: string,
  { folder, name, scratch }: { readonly folder: string; readonly name: string; readonly scratch: string },
): Promise<RestoreOutcome> {
  const { database, databaseDirect } = readConfig(env, workingDir);
  const server = databaseDirect ?? database;
  if (server === null) {
    throw new StartError(
      'This backup is of PostgreSQL: set DATABASE_URL to the server on which a scratch database is made.',
    );
  }
  const made = `photokiosk_verify_${process.pid}_${Date.now()}`;
  createDatabase(server, made);
  try {
    const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? '';
    const scratchUrl = url.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${made}`);
    const config = readConfig({ DATA_DIR: scratch, DATABASE_URL: scratchUrl }, scratch);
    return await restoreInto(config, { folder, name });
  } finally {
    dropDatabase(server, made);
  }
}

/** Stores the files first and the database last, so that no service starts on a part of a backup. */
async function restoreInto(config: Config, { folder, name }: RestoreOptions): Promise<RestoreOutcome> {
  const chosen = chooseBackup(folder, name);
  const manifest = readManifest(folder, chosen);
  const postgres = config.databaseDirect ?? config.database;
  if ((postgres === null) !== (manifest.kind === 'sqlite')) {
    throw new StartError(
      manifest.kind === 'sqlite'
        ? 'This backup is of SQLite: restore it without DATABASE_URL.'
        : 'This backup is of PostgreSQL: set DATABASE_URL to an empty database.',
    );
  }
  const { log } = openLog('warn');
  const target = await openStorage(config, config.storage.current, { random: pooledRandom(), log });
  const source = await openBackupFiles(folder);
  const part = join(config.dataDir, 'restored');
  const files = Object.entries(manifest.files);
  for (const [key, hash] of files) await restoreFile({ source, target, key, hash, part });
  const databaseName = databaseNames[manifest.kind];
  await copyFile(join(folder, chosen, databaseName), part);
  if ((await hashFile(part)) !== manifest.database)
    throw damaged(databaseName, 'other bytes than its manifest says');
  if (postgres === null) {
    await rename(part, sqliteFileOf(config));
    await syncFolder(dirname(sqliteFileOf(config)));
  } else {
    restoreDatabase(postgres, part);
    await rm(part);
  }
  const forgotten = await forgetErased(config, { source, target, part });
  const opened = await openDatabaseReadOnly(config, log);
  try {
    const { orders, problems } = await runSelfAudit(opened);
    if (problems.length === 0) return { name: chosen, files: files.length, orders, forgotten };
    throw new StartError(`The audit of the backup ${chosen} finds ${problems.length}: ${problems[0]}`);
  } finally {
    await opened.store.close();
  }
}

interface FileToRestore {
  readonly source: FileStore;
  readonly target: FileStore;
  readonly key: string;
  readonly hash: string;
  readonly part: string;
}

async function restoreFile({ source, target, key, hash, part }: FileToRestore): Promise<void> {
  try {
    await source.fetchTo(key, part);
  } catch (error) {
    if (error instanceof FileMissing) throw damaged(key, 'no file');
    throw error;
  }
  if ((await hashFile(part)) !== hash) throw damaged(key, 'other bytes than its manifest says');
  await target.put(key, part, requireFileKey(key).contentType);
  await rm(part, { force: true });
}

function damaged(what: string, how: string): StartError {
  return new StartError(`The backup is damaged: ${what} has ${how}.`);
}
