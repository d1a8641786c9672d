/**
 * Removes what a crash left behind. Only what is old goes: another process on the same folder may be in the
 * middle of writing the rest.
 */

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '../domain/zoned-time.ts';
import { isMissing } from './missing.ts';

export async function sweepLeftovers(folder: string, before: Instant): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    try {
      if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
    } catch (error) {
      // Its own process has removed it meanwhile.
      if (!isMissing(error)) throw error;
    }
  }
}
