/**
 * Stores files in a folder of this machine. A file appears under its key complete and durable, or not at all. No
 * key can lead to a file outside the folder.
 */

import { constants } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileMissing, type StoredFile } from '../usecases/ports/file-store.ts';
import { MachineTrouble } from '../usecases/ports/machine-trouble.ts';
import type { Clock, Random } from '../usecases/ports/tools.ts';
import { durableFolders, makeDurableFolder, sharedFolderSyncs, syncFolder } from './durable-folder.ts';
import { type FileKey, parseFileKey, requireContentType, requireFileKey } from './file-keys.ts';
import { isMissing } from './is-missing.ts';
import type { ListedFiles } from './listed-files.ts';
import { type LocalFile, withLocalFile } from './local-file.ts';
import { removeLeftovers } from './remove-leftovers.ts';

export interface LocalFilesParts {
  /** Absolute path; created if it does not exist. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * A file is refused (ENOSPC) if the disk would then have less free space than this, because the database needs
   * space on the same disk. Default: 0.
   */
  readonly freeBytesMin?: number;
}

/** The files are photos of people: only the system user of the service may read them. */
const fileMode = 0o600;
const incomingName = '.incoming';
/**
 * The age after which an incomplete file counts as left by a crashed process. No copy of a file takes an
 * hour.
 */
const leftoverAgeMs = 60 * 60_000;

/**
 * Removes incomplete files that a crash left behind.
 * @throws Error when the folder cannot be created.
 */
export async function openLocalFiles({
  folder,
  clock,
  random,
  freeBytesMin = 0,
}: LocalFilesParts): Promise<ListedFiles> {
  const incoming = join(folder, incomingName);
  await makeDurableFolder(folder);
  await makeDurableFolder(incoming);
  await removeLeftovers(incoming, clock.now() - leftoverAgeMs);
  const pathOf = (key: string) => pathIn(folder, requireFileKey(key));
  const makeFolder = durableFolders();
  const syncRemovals = sharedFolderSyncs();

  return {
    async put(key, localFile, contentType) {
      const target = pathIn(folder, requireContentType(key, contentType));
      const part = join(incoming, Buffer.from(random.bytes(16)).toString('hex'));
      try {
        await withLocalFile(localFile, async (source) => {
          await requireRoom(folder, source.sizeBytes, freeBytesMin);
          await writeDurably(part, source);
        });
        await makeFolder(dirname(target));
        await rename(part, target);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      // Without this sync, a power failure could lose the name of the file, although its content is on the disk.
      await syncFolder(dirname(target));
    },

    async get(key) {
      const path = pathOf(key);
      const { contentType } = requireFileKey(key);
      try {
        const { size, mtimeMs } = await stat(path);
        const storedAt = Math.floor(mtimeMs);
        return {
          sizeBytes: size,
          contentType,
          storedAt,
          open: () => openStream(key, path),
        } satisfies StoredFile;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async fetchTo(key, localFile) {
      const path = pathOf(key);
      try {
        await copyFile(path, localFile, constants.COPYFILE_FICLONE);
      } catch (error) {
        // The same error occurs if the folder of `localFile` is missing, so check whether the stored file is
        // missing.
        if (isMissing(error) && !(await exists(path))) throw new FileMissing(key);
        throw error;
      }
    },

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // Without this sync, a power failure could bring the file back, although the job that removed it is done. Sync
      // also if the file was missing, because the process that removed it may have ended before its sync.
      try {
        await syncRemovals(dirname(path));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },

    keys: (group) => keysIn(folder, group),
  };
}

/** The first two characters of a name are random. They choose one of 1024 subfolders, so each subfolder stays small. */
function pathIn(folder: string, { group, name, ending }: FileKey): string {
  return join(folder, group, name.slice(0, 2), `${name}.${ending}`);
}

/** Lists the folder of each group, and its subfolders. A folder that disappears meanwhile has no files. */
async function* keysIn(folder: string, only: string | undefined): AsyncIterable<string> {
  for (const group of only === undefined ? await namesIn(folder) : [only]) {
    if (group === incomingName) continue;
    for (const part of await namesIn(join(folder, group))) {
      for (const name of await namesIn(join(folder, group, part))) {
        const key = `${group}/${name}`;
        if (parseFileKey(key)?.name.slice(0, 2) === part) yield key;
      }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error) || isNotFolder(error)) return [];
    throw error;
  }
}

function isNotFolder(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTDIR';
}

async function openStream(key: string, path: string): Promise<Readable> {
  try {
    const handle = await open(path, 'r');
    return handle.createReadStream();
  } catch (error) {
    if (isMissing(error)) throw new FileMissing(key);
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** @throws MachineTrouble */
async function requireRoom(folder: string, sizeBytes: number, freeBytesMin: number): Promise<void> {
  if (freeBytesMin === 0) return;
  const { bsize, bavail } = await statfs(folder);
  if (bsize * bavail - sizeBytes < freeBytesMin) throw new MachineTrouble('ENOSPC');
}

async function writeDurably(path: string, source: LocalFile): Promise<void> {
  const handle = await open(path, 'wx', fileMode);
  try {
    await handle.writeFile(source.read());
    await handle.sync();
  } finally {
    await handle.close();
  }
}
