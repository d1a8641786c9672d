/**
 * `npm run backup -- FOLDER`: copies the SQLite database and then the files into a new folder that only its
 * owner may read, while the service runs. In this order, the copy contains every file that the copied
 * database refers to, except files that were purged in between. The copy never contains `secret.key`, because
 * a person who finds a backup with the key could forge tokens and links.
 */

import { closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Config, readConfig } from '../src/config.ts';
import { StartError } from '../src/domain/start-error.ts';
import { openDatabaseReadOnly, sqliteFileOf } from '../src/main/database.ts';
import { openLog } from '../src/main/log.ts';
import { startFailure } from '../src/main/start-failure.ts';

/** @throws StartError when there is nothing to copy, or the folder already exists. */
async function backUp(config: Config, folder: string): Promise<void> {
  if (config.database !== null) {
    throw new StartError(
      'This command copies SQLite only: for PostgreSQL, see "Backup and restore" in docs/operating.md.',
    );
  }
  if (existsSync(folder)) throw new StartError(`${folder} already exists: name a new folder.`);
  // Refuse a database that is absent, damaged or of another version, before anything is created.
  await (await openDatabaseReadOnly(config, openLog('warn').log)).store.close();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyDatabase(sqliteFileOf(config), join(folder, 'photokiosk.db'));
  const files = await copyFiles(join(config.dataDir, 'files'), join(folder, 'files'));
  console.log(`The database and ${files} files are in ${folder}.`);
  const key = config.secretKeys === null ? join(config.dataDir, 'secret.key') : 'SECRET_KEY';
  console.log(`The copy does not contain ${key}. Keep a copy of it in another place.`);
}

/**
 * Creates an empty file with a private mode first, because SQLite would create a file that every user can
 * read.
 */
function copyDatabase(source: string, target: string): void {
  closeSync(openSync(target, 'wx', 0o600));
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    database.prepare('vacuum into ?').run(target);
  } finally {
    database.close();
  }
  const copy = openSync(target, 'r+');
  fsyncSync(copy);
  closeSync(copy);
}

/** Copies the files with their modes. @returns how many files were copied. */
async function copyFiles(source: string, target: string): Promise<number> {
  mkdirSync(target, { mode: 0o700 });
  if (!existsSync(source)) return 0;
  let copied = 0;
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name);
    const to = join(target, from.slice(source.length));
    if (entry.isDirectory()) mkdirSync(to, { recursive: true, mode: 0o700 });
    else if (entry.isFile() && (await copyUnlessGone(from, to))) copied += 1;
  }
  return copied;
}

/**
 * Copies a file, unless the service has purged it since the folder was listed.
 * @returns whether it was copied.
 */
async function copyUnlessGone(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && !existsSync(from))
      return false;
    throw error;
  }
}

try {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new StartError('Name the folder of the backup: npm run backup -- FOLDER.');
  await backUp(readConfig(process.env, process.cwd()), resolve(folder));
} catch (error) {
  const sentence = startFailure(error);
  if (sentence === null) throw error;
  console.error(sentence);
  process.exitCode = 1;
}
