/**
 * Files in a folder of this machine. A file appears under its key whole and durable, or not at all. It must
 * never touch anything outside its folder, whatever it is asked for.
 */

import { constants } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileMissing, type FileStore, type StoredFile } from '../usecases/ports/file-store.ts';
import type { Clock, Random } from '../usecases/ports/tools.ts';
import { isMissing } from './missing.ts';
import { sweepLeftovers } from './sweep-leftovers.ts';

export interface LocalFilesParts {
  /** Absolute; made when it is not there. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * `folder/name.ext`, in lower case, since some file systems do not tell cases apart. Neither a dot nor a
 * slash can stand where it would lead elsewhere.
 */
const keyForm = /^([a-z][a-z0-9-]{0,31})\/([a-z0-9][a-z0-9_-]{1,127})\.([a-z0-9]{1,8})$/;

/** The content type is told by the key's ending: a file and its type can then not come apart. */
const contentTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  bin: 'application/octet-stream',
};

/** Photos of people: nobody but the service's own user reads them. */
const folderMode = 0o700;
const fileMode = 0o600;
const incomingName = '.incoming';
const leftoverAgeMs = 60 * 60_000;

/** @throws Error when the folder cannot be made. Sweeps what a crash left half stored. */
export async function openLocalFiles({ folder, clock, random }: LocalFilesParts): Promise<FileStore> {
  const incoming = join(folder, incomingName);
  await mkdir(incoming, { recursive: true, mode: folderMode });
  await sweepLeftovers(incoming, clock.now() - leftoverAgeMs);
  const pathOf = (key: string) => locate(folder, key).path;

  return {
    async put(key, localFile, contentType) {
      const target = locate(folder, key);
      if (target.contentType !== contentType) throw new Error(`${key} cannot hold ${contentType}`);
      const part = join(incoming, Buffer.from(random.bytes(16)).toString('hex'));
      try {
        await copyFile(localFile, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        await sync(part, 'r+', fileMode);
        await makeFolder(folder, dirname(target.path));
        await rename(part, target.path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      // Without this the name could be gone after a power cut, though the bytes are not.
      await syncFolder(dirname(target.path));
    },

    async get(key) {
      const { path, contentType } = locate(folder, key);
      try {
        const { size } = await stat(path);
        return { sizeBytes: size, contentType, open: () => openStream(key, path) } satisfies StoredFile;
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
        // The same error tells that the target's folder is missing: that is not this file's absence.
        if (isMissing(error) && !(await exists(path))) throw new FileMissing(key);
        throw error;
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** Fanned out by the name's first two characters, which are random: 1024 folders, few files in each. */
function locate(folder: string, key: string): { readonly path: string; readonly contentType: string } {
  const [, group, name, ending] = keyForm.exec(key) ?? [];
  if (group === undefined || name === undefined || ending === undefined) {
    throw new Error('not a key of a file');
  }
  const contentType = contentTypes[ending];
  if (contentType === undefined) throw new Error(`no content type is known for .${ending}`);
  return { path: join(folder, group, name.slice(0, 2), `${name}.${ending}`), contentType };
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

/** Makes a folder so that it is there after a power cut, its parents up to `root` included. */
async function makeFolder(root: string, path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: folderMode });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length && made !== root; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

async function syncFolder(path: string): Promise<void> {
  try {
    await sync(path, 'r');
  } catch (error) {
    // Windows opens no folders; its renames are journalled.
    if (error instanceof Error && 'code' in error && (error.code === 'EISDIR' || error.code === 'EPERM'))
      return;
    throw error;
  }
}

async function sync(path: string, flags: string, mode?: number): Promise<void> {
  const handle = await open(path, flags);
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
