/** Reports the free and total space of the disk that holds the data folder. */

import { statfs } from 'node:fs/promises';
import type { DiskSpace } from '../usecases/jobs/service-facts.ts';

export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
}
