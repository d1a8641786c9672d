/**
 * A folder for temporary files. An upload is written to the disk as it arrives, never kept in memory, and refused
 * as soon as it exceeds its size limit. A start deletes the temporary files of earlier processes.
 */

import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../domain/errors.ts';
import type { ScratchSpace } from '../usecases/ports/scratch-space.ts';
import type { Clock, Random } from '../usecases/ports/tools.ts';
import { withLocalFile } from './local-file.ts';
import { leftoverAgeMs, removeLeftovers } from './remove-leftovers.ts';

export interface ScratchSpaceParts {
  /** Absolute path; created if it does not exist. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether the lock of the data folder proves that no other process uses the folder. Default: false. */
  readonly isAlone?: boolean;
}

/**
 * Removes temporary files that an earlier process left behind: all of them if this process is alone, otherwise those
 * that no running process can still use.
 */
export async function openScratchSpace({
  folder,
  clock,
  random,
  isAlone = false,
}: ScratchSpaceParts): Promise<ScratchSpace> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder, isAlone ? Number.POSITIVE_INFINITY : clock.now() - leftoverAgeMs);

  function newPath(extension: string): string {
    if (!/^\.[a-z0-9]{1,8}$/.test(extension)) throw new Error('invalid file extension');
    return join(folder, `${Buffer.from(random.bytes(16)).toString('hex')}${extension}`);
  }

  return {
    newPath,
    async receive(source, sizeBytesMax) {
      const path = newPath('.part');
      try {
        await writeBounded(source, path, sizeBytesMax);
        return path;
      } catch (error) {
        source.destroy();
        await rm(path, { force: true });
        throw error;
      }
    },
    async write(text) {
      const path = newPath('.part');
      await writeFile(path, text, { flag: 'wx', mode: 0o600 });
      return path;
    },
    read: (path, sizeBytesMax) =>
      withLocalFile(path, async ({ sizeBytes, read }) => {
        if (sizeBytes > sizeBytesMax) throw new Error(`the scratch file has ${sizeBytes} bytes`);
        return buffer(read());
      }),
    async remove(path) {
      if (!path.startsWith(folder + sep)) throw new Error('not a scratch file');
      await rm(path, { force: true });
    },
  };
}

async function writeBounded(source: Readable, path: string, sizeBytesMax: number): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    let sizeBytes = 0;
    for await (const chunk of chunksOf(source)) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > sizeBytesMax) {
        const mebibytes = Math.floor((sizeBytesMax / 2 ** 20) * 10) / 10;
        throw new AppError('body_too_large', `The file is larger than ${mebibytes} MiB.`);
      }
      // `writeFile` appends the whole chunk; `write` may write only a part of it.
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
}

/** Turns errors of the sender into `malformed_request`, so that they differ from errors of the disk. */
async function* chunksOf(source: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of source) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a stream of bytes was expected');
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof AppError || cause instanceof TypeError) throw cause;
    throw new AppError('malformed_request', 'The upload was interrupted.', { cause });
  }
}
