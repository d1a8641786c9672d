/**
 * Rewrites, in place and with the same bytes, the log that an earlier process has left, and syncs it.
 *
 * After a failed fsync, the system may hold pages of the log in memory that it will never write to the disk
 * (https://wiki.postgresql.org/wiki/Fsync_Errors). Commits after such a page would be lost in a power failure,
 * because SQLite reads the log up to the first damaged frame. The same bytes written again are on the disk after
 * the fsync, or the fsync fails.
 */

import { type FileHandle, open } from 'node:fs/promises';
import { StartError } from '../../domain/start-error.ts';
import { machineTroubleOf } from '../../usecases/ports/machine-trouble.ts';

const chunkBytes = 2 ** 20;

/**
 * Writes the bytes of the database's log (WAL) again, so that all commits in the log are on the disk before SQLite reads
 * them. Call this function before the database is opened, and only while no other process can write to the database.
 * @throws StartError when the disk is full or reports an error.
 */
export async function rewriteLog(databaseFile: string): Promise<void> {
  try {
    const log = await openIfThere(`${databaseFile}-wal`);
    if (log === undefined) return;
    try {
      await rewrite(log);
      await log.sync();
    } finally {
      await log.close();
    }
  } catch (error) {
    const trouble = machineTroubleOf(error);
    if (trouble === null) throw error;
    const reason = trouble === 'ENOSPC' ? 'the disk is full' : 'the disk reported an error';
    throw new StartError(`The file ${databaseFile} cannot be used: ${reason}.`, { cause: error });
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function rewrite(log: FileHandle): Promise<void> {
  const chunk = Buffer.alloc(chunkBytes);
  for (let at = 0; ; ) {
    const { bytesRead } = await log.read(chunk, 0, chunkBytes, at);
    if (bytesRead === 0) return;
    for (let written = 0; written < bytesRead; ) {
      const { bytesWritten } = await log.write(chunk, written, bytesRead - written, at + written);
      written += bytesWritten;
    }
    at += bytesRead;
  }
}
