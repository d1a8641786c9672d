/**
 * A file that only takes up space. When the disk is full, the file is deleted, so that the database can commit the
 * orders, payments and notifications that are under way. The file is made again when there is room.
 */

import { existsSync, unlinkSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Log } from '../usecases/ports/tools.ts';

export interface ReserveFileParts {
  /** Absolute path. */
  readonly file: string;
  readonly sizeBytes: number;
  freeBytes(): Promise<number>;
  readonly log: Log;
}

export interface ReserveFile {
  /** Deletes the file. @returns false when it does not exist. */
  giveUp(): boolean;
  /** Makes the file unless it exists or the disk would be nearly full with it. */
  restore(): Promise<void>;
}

/** The file is made only if at least this many times its size is free on the disk. */
const roomFactor = 3;
const chunkSizeBytes = 2 ** 20;

export function createReserveFile({ file, sizeBytes, freeBytes, log }: ReserveFileParts): ReserveFile {
  /** Writes the file. If the process ends meanwhile, a smaller file remains, which is still a reserve. */
  async function write(): Promise<void> {
    const handle = await open(file, 'wx', 0o600);
    try {
      const chunk = Buffer.alloc(chunkSizeBytes);
      for (let written = 0; written < sizeBytes; written += chunk.length) await handle.writeFile(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  return {
    giveUp() {
      try {
        unlinkSync(file);
      } catch {
        return false;
      }
      log.error({ sizeBytes }, 'disk is full: the reserve file was deleted');
      return true;
    },
    async restore() {
      if (existsSync(file)) return;
      try {
        if ((await freeBytes()) < roomFactor * sizeBytes) return;
        await write();
        log.info({ sizeBytes }, 'reserve file made');
      } catch (err) {
        // The folder may be out of reach, so that the removal fails too.
        await rm(file, { force: true }).catch(() => undefined);
        log.warn({ err }, 'reserve file not made');
      }
    },
  };
}
