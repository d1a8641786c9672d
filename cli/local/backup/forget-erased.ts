/**
 * In a restored backup, erases again the customers whose tombstones are beside the backups, and removes their files.
 * All tombstones of the place apply, also those that are newer than the backup.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../src/config.ts';
import { requireFileKey } from '../../../src/files/file-keys.ts';
import { openScratchSpace } from '../../../src/files/scratch-space.ts';
import { clock } from '../../../src/main/clock.ts';
import { openDatabase } from '../../../src/main/database.ts';
import { pooledRandom } from '../../../src/main/pooled-random.ts';
import { settingsOf } from '../../../src/main/settings-of.ts';
import { allJobs } from '../../../src/usecases/all-jobs.ts';
import type { FileStore } from '../../../src/usecases/ports/file-store.ts';
import { forgetAgain } from '../../../src/usecases/retention/forget-again.ts';
import { commandLog } from '../command-log.ts';

interface Restored {
  /** Fetches the tombstones of the place, one after another. */
  readonly tombstones: (localFile: string) => AsyncIterable<string>;
  readonly target: FileStore;
  /** A path for a temporary file. */
  readonly part: string;
}

/** @returns how many erasures were applied. */
export async function forgetErased(config: Config, { tombstones, target, part }: Restored): Promise<number> {
  for await (const key of tombstones(part)) {
    if ((await target.get(key)) === undefined) await target.put(key, part, requireFileKey(key).contentType);
    await rm(part, { force: true });
  }
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
