/** Backups in a folder, which only its owner can read. */

import { constants } from 'node:fs';
import { copyFile, open, opendir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brokenLinkIn } from '../../../src/files/broken-link.ts';
import { durableFolders, makeDurableFolder, syncFolder } from '../../../src/files/durable-folder.ts';
import { isMissing } from '../../../src/files/is-missing.ts';
import { lockFolder } from '../../../src/store/sqlite/folder-lock.ts';
import { FileMissing } from '../../../src/usecases/ports/file-store.ts';
import { ArgumentError } from '../argument-error.ts';
import type { BackupObjects } from './objects.ts';

const fileMode = 0o600;

/** @param folder absolute; `lock` creates the folder. */
export function folderObjects(folder: string): BackupObjects {
  const staging = join(folder, '.incoming');
  const makeFolder = durableFolders();
  return {
    place: folder,
    staging,
    isExclusive: true,

    async lock() {
      await atPlace(folder, () => makeDurableFolder(folder));
      const lock = lockFolder(folder, 'backup');
      // What an interrupted backup has left.
      await rm(staging, { recursive: true, force: true });
      await makeDurableFolder(staging);
      return lock;
    },

    async *names(prefix) {
      // A place that does not exist has no backups. A file or a broken link in its place is an error.
      await atPlace(folder, async () => (await opendir(folder)).close()).catch(ignoreMissing);
      yield* namesIn(folder, '', prefix);
    },

    async put(name, localFile) {
      const target = join(folder, name);
      const part = await bring(localFile, staging);
      const handle = await open(part, 'r+');
      try {
        await handle.chmod(fileMode);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await makeFolder(dirname(target));
      await rename(part, target);
      await syncFolder(dirname(target));
    },

    async fetchTo(name, localFile) {
      try {
        await copyFile(join(folder, name), localFile, constants.COPYFILE_FICLONE);
      } catch (error) {
        if (isMissing(error)) throw new FileMissing(name);
        throw error;
      }
    },

    async remove(name) {
      await rm(join(folder, name), { force: true });
      await removeEmpty(folder, dirname(name));
    },
  };
}

/**
 * Names the place of the backups in errors about it, because the sentence of `startFailure` names `DATA_DIR`.
 * @throws ArgumentError
 */
async function atPlace<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const link = brokenLinkIn(folder);
    if (link !== null) {
      const advice = 'mount the disk or name another place for the backups';
      throw new ArgumentError(`${link} is a link to a folder that does not exist: ${advice}.`, { cause });
    }
    if (!(cause instanceof Error && 'code' in cause && typeof cause.code === 'string')) throw cause;
    const problem = problems[cause.code];
    if (problem === undefined) throw cause;
    throw new ArgumentError(`The place of the backups, ${folder}, is ${problem}.`, { cause });
  }
}

const notAFolder = 'not a folder: name a folder';
const problems: Readonly<Record<string, string>> = {
  ENOTDIR: notAFolder,
  EEXIST: notAFolder,
  EROFS: 'on a file system that is read-only: name a folder that can be written',
};

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

/** Moves the file to the disk of the folder. @returns its path there. */
async function bring(localFile: string, staging: string): Promise<string> {
  if (dirname(localFile) === staging) return localFile;
  const part = join(staging, `put-${process.pid}-${Buffer.from(localFile).toString('hex').slice(-40)}`);
  try {
    await rename(localFile, part);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await copyFile(localFile, part);
    await rm(localFile);
  }
  return part;
}

/** A hidden file is no object. */
async function* namesIn(folder: string, path: string, prefix: string): AsyncIterable<string> {
  for (const entry of await entriesOf(join(folder, path))) {
    const name = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.name.startsWith('.') || !(name.startsWith(prefix) || prefix.startsWith(`${name}/`))) continue;
    if (entry.isDirectory()) yield* namesIn(folder, name, prefix);
    else if (name.startsWith(prefix)) yield name;
  }
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Removes the folders above an object that was the last one in them. */
async function removeEmpty(folder: string, path: string): Promise<void> {
  if (path === '.') return;
  try {
    await rmdir(join(folder, path));
  } catch (error) {
    if (isMissing(error) || isNotEmpty(error)) return;
    throw error;
  }
  await removeEmpty(folder, dirname(path));
}

function isNotEmpty(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code));
}
