/** `photokiosk files move`: moves all stored files from `STORAGE_FORMER_URL` to `STORAGE_URL`. */

import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { type MoveOutcome, moveFiles } from '../../src/files/move-files.ts';
import { openStorage } from '../../src/main/open-files.ts';
import { pooledRandom } from '../../src/main/pooled-random.ts';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import type { Environment } from '../command-context.ts';
import { ArgumentError } from './argument-error.ts';
import { commandLog } from './command-log.ts';

/** @throws ConfigError, StartError */
export async function moveStoredFiles(
  env: Environment,
  workingDir: string,
  moved: (files: number) => void,
): Promise<MoveOutcome> {
  const config = readConfig(env, workingDir);
  const { current, former } = config.storage;
  if (former === null) {
    throw new ArgumentError('Set STORAGE_FORMER_URL to the place that the files leave (docs/operating.md).');
  }
  const folder = join(config.dataDir, 'moving');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder, 'move');
  try {
    const tools = { random: pooledRandom(), log: commandLog(config.logLevel) };
    const from = await openStorage(config, former, tools);
    const outcome = await moveFiles({ from, to: await openStorage(config, current, tools), folder, moved });
    await rm(folder, { recursive: true, force: true });
    return outcome;
  } finally {
    lock.release();
  }
}
