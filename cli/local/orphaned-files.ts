/**
 * `photokiosk files orphans`: counts and removes photos and pictures that no row of the database refers to. There are some
 * after a recovery of the database to an earlier moment.
 */

import { readConfig } from '../../src/config.ts';
import { StartError } from '../../src/domain/start-error.ts';
import type { Instant } from '../../src/domain/zoned-time.ts';
import type { ListedFiles } from '../../src/files/listed-files.ts';
import { clock } from '../../src/main/clock.ts';
import { openDatabaseReadOnly } from '../../src/main/database.ts';
import { openFiles } from '../../src/main/open-files.ts';
import { pooledRandom } from '../../src/main/pooled-random.ts';
import type { Environment } from '../command-context.ts';
import { commandLog } from './command-log.ts';
import { customerGroups } from './needed-files.ts';

/** The service stores a file before its row. No call and no job takes a day. */
const ageMsMin = 24 * 60 * 60_000;

export interface OrphanedFiles {
  /** The number of all photos and pictures in the file store. */
  readonly files: number;
  readonly orphans: number;
  /** The size of the orphaned files. */
  readonly sizeBytes: number;
  readonly removed: number;
}

/**
 * @param expected removes the orphaned files if there are exactly so many. With a wrong `DATABASE_URL`, every file would be
 * an orphan. Null: removes none.
 * @throws ConfigError, StartError
 */
export async function orphanedFiles(
  env: Environment,
  workingDir: string,
  expected: number | null,
): Promise<OrphanedFiles> {
  const config = readConfig(env, workingDir);
  const log = commandLog('warn');
  const { store } = await openDatabaseReadOnly(config, log);
  try {
    const stored = await openFiles(config, { random: pooledRandom(), log });
    const known = new Set(await store.read.selfAudit.filesWithRow());
    const { files, keys, sizeBytes } = await findOrphans(stored, known, clock.now() - ageMsMin);
    const found = { files, orphans: keys.length, sizeBytes };
    if (expected === null) return { ...found, removed: 0 };
    if (expected !== keys.length) {
      throw new StartError(`There are ${keys.length} files without a row, not ${expected}. None is removed.`);
    }
    for (const key of keys) await stored.remove(key);
    return { ...found, removed: keys.length };
  } finally {
    await store.close();
  }
}

async function findOrphans(stored: ListedFiles, known: ReadonlySet<string>, before: Instant) {
  const keys: string[] = [];
  let files = 0;
  let sizeBytes = 0;
  for (const group of customerGroups) {
    for await (const key of stored.keys(group)) {
      files += 1;
      if (known.has(key)) continue;
      const file = await stored.get(key);
      if (file === undefined || file.storedAt > before) continue;
      keys.push(key);
      sizeBytes += file.sizeBytes;
    }
  }
  return { files, keys, sizeBytes };
}
