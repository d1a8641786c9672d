/** In a restored backup, erases again the customers who have a tombstone in the file store, and removes their files. */

import { join } from 'node:path';
import type { Config } from '../../../src/config.ts';
import { openScratchSpace } from '../../../src/files/scratch-space.ts';
import { clock } from '../../../src/main/clock.ts';
import { openDatabase } from '../../../src/main/database.ts';
import { pooledRandom } from '../../../src/main/pooled-random.ts';
import { settingsOf } from '../../../src/main/settings-of.ts';
import { allJobs } from '../../../src/usecases/all-jobs.ts';
import type { FileStore } from '../../../src/usecases/ports/file-store.ts';
import { forgetAgain } from '../../../src/usecases/retention/forget-again.ts';
import { commandLog } from '../command-log.ts';

/**
 * @param target the file store into which the files and the tombstones were restored.
 * @returns how many erasures were applied.
 */
export async function forgetErased(config: Config, target: FileStore): Promise<number> {
  const log = commandLog('error');
  const random = pooledRandom();
  const { store } = await openDatabase(config, log, {
    giveUpReserve: () => false,
    commitLost: (error) => log.error({ err: error }, 'the disk failed to keep a commit'),
  });
  try {
    const scratch = await openScratchSpace({ folder: join(config.dataDir, 'scratch'), clock, random });
    const settings = settingsOf(config, 'http://127.0.0.1');
    const deps = { store, clock, random, settings, log, files: target, scratch, jobs: allJobs };
    const { applied, files } = await forgetAgain(deps);
    // The erasure has also scheduled jobs that remove the files, but jobs run only in the service.
    for (const key of files) await target.remove(key);
    if (files.length > 0) await store.dropDeletedBytes();
    return applied;
  } finally {
    await store.close();
  }
}
