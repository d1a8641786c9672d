/**
 * `photokiosk backup FOLDER`: copies the database (SQLite, or PostgreSQL by pg_dump) and then the stored files that the folder does not have yet,
 * while the service runs. In this order the backup contains every file that its database refers to, except files that
 * were deleted in between. It never contains `secret.key`, because a person who finds a backup with the key could forge
 * tokens and links.
 */

import { closeSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Config, readConfig } from '../../src/config.ts';
import { syncFolder } from '../../src/files/durable-folder.ts';
import { requireFileKey } from '../../src/files/file-keys.ts';
import { hashFile } from '../../src/files/hash-file.ts';
import type { ListedFiles } from '../../src/files/listed-files.ts';
import { writeDurableFile } from '../../src/files/write-durable-file.ts';
import { clock } from '../../src/main/clock.ts';
import { openDatabaseReadOnly, sqliteFileOf } from '../../src/main/database.ts';
import { openLog } from '../../src/main/log.ts';
import { openStorage } from '../../src/main/open-files.ts';
import { pooledRandom } from '../../src/main/pooled-random.ts';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import { FileMissing } from '../../src/usecases/ports/file-store.ts';
import type { Environment } from '../command-context.ts';
import {
  allBackups,
  backupName,
  databaseNames,
  isComplete,
  isTombstone,
  type Manifest,
  manifestName,
  openBackupFiles,
  readManifest,
} from './backup-folder.ts';
import { dumpDatabase } from './postgres-programs.ts';

export interface BackupOutcome {
  readonly name: string;
  readonly files: number;
  /** How many of the files were copied, because no earlier backup had them. */
  readonly copied: number;
}

interface BackupOptions {
  readonly folder: string;
  /** How many complete backups stay. */
  readonly keep: number;
}

/** @throws ConfigError, StartError */
export async function backUp(
  env: Environment,
  workingDir: string,
  options: BackupOptions,
): Promise<BackupOutcome> {
  const config = readConfig(env, workingDir);
  const folder = resolve(workingDir, options.folder);
  // Refuse a database that is absent, damaged or of another version, before anything is created.
  const { log } = openLog('warn');
  await (await openDatabaseReadOnly(config, log)).store.close();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder, 'backup');
  try {
    const former = allBackups(folder).filter((name) => isComplete(folder, name));
    const name = backupName(clock.now());
    mkdirSync(join(folder, name), { mode: 0o700 });
    const kind = config.database === null ? 'sqlite' : 'postgres';
    const database = await copyDatabase(config, join(folder, name, databaseNames[kind]));
    const tools = { random: pooledRandom(), log };
    const source = await openStorage(config, config.storage.current, tools);
    const target = await openBackupFiles(folder);
    const known = former.length === 0 ? {} : readManifest(folder, former.at(-1) ?? '').files;
    const { files, copied } = await copyFiles(source, target, { known, folder });
    const manifest: Manifest = { kind, database, files };
    await writeDurableFile(join(folder, name, manifestName), JSON.stringify(manifest));
    await syncFolder(folder);
    await removeOld(folder, options.keep, target);
    return { name, files: Object.keys(files).length, copied };
  } finally {
    lock.release();
  }
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

/** Copies the files that no earlier backup has. @returns the hash of each file of the source. */
async function copyFiles(
  source: ListedFiles,
  target: ListedFiles,
  { known, folder }: { readonly known: Manifest['files']; readonly folder: string },
): Promise<{ readonly files: Record<string, string>; readonly copied: number }> {
  const part = join(folder, 'part');
  const files: Record<string, string> = {};
  let copied = 0;
  for await (const key of source.keys()) {
    const former = known[key];
    // A key is never used for other bytes, so a file that an earlier backup has is not read again.
    if (former !== undefined && (await target.get(key)) !== undefined) {
      files[key] = former;
      continue;
    }
    try {
      await source.fetchTo(key, part);
    } catch (error) {
      // The service has deleted the file since it was listed.
      if (error instanceof FileMissing) continue;
      throw error;
    }
    await target.put(key, part, requireFileKey(key).contentType);
    files[key] = await hashFile(part);
    copied += 1;
    await rm(part, { force: true });
  }
  return { files, copied };
}

/** Removes incomplete and old backups, and the files that no remaining backup has, except tombstones. */
async function removeOld(folder: string, keep: number, target: ListedFiles): Promise<void> {
  const complete = allBackups(folder).filter((name) => isComplete(folder, name));
  const kept = new Set(complete.slice(-keep));
  for (const name of allBackups(folder)) {
    if (!kept.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  const used = new Set([...kept].flatMap((name) => Object.keys(readManifest(folder, name).files)));
  for await (const key of target.keys()) {
    if (!used.has(key) && !isTombstone(key)) await target.remove(key);
  }
}
