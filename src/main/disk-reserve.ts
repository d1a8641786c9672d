/**
 * Keeps a file that reserves disk space for SQLite. While the file is missing, this code tries to make it again
 * every minute.
 */

import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createReserveFile, type ReserveFile } from '../files/reserve-file.ts';
import type { Log } from '../usecases/ports/tools.ts';
import { diskSpaceOf } from './disk-space.ts';

/** The size of the reserve: when the disk is full, it is enough to commit thousands of orders. */
const reserveSizeBytes = 16 * 2 ** 20;
const reserveEveryMs = 60_000;

/**
 * Opens the reserve. A shop on PostgreSQL needs no reserve, because only SQLite stores its database in the data
 * folder.
 */
export function openReserve({ dataDir, database }: Config, log: Log): ReserveFile {
  if (database !== null) return { giveUp: () => false, restore: async () => undefined };
  return createReserveFile({
    file: join(dataDir, 'reserve'),
    sizeBytes: reserveSizeBytes,
    freeBytes: async () => (await diskSpaceOf(dataDir)).freeBytes,
    log,
  });
}

/** @returns the function that stops the timer. */
export async function keepReserve(reserve: ReserveFile): Promise<() => void> {
  await reserve.restore();
  const timer = setInterval(() => void reserve.restore(), reserveEveryMs);
  return () => clearInterval(timer);
}
