/**
 * Removes files that a crash left behind. Young files stay, because another process may still be writing them.
 */

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '../domain/zoned-time.ts';
import { isMissing } from './is-missing.ts';

/**
 * The age after which a temporary file counts as left by a crashed process. No request and no picture takes
 * an hour.
 */
export const leftoverAgeMs = 60 * 60_000;

export async function removeLeftovers(folder: string, before: Instant): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    try {
      if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
    } catch (error) {
      // The process that wrote the file has removed it in the meantime.
      if (!isMissing(error)) throw error;
    }
  }
}
