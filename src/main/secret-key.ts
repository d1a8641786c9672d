/**
 * The keys that sign guest tokens, links and the payment notifications of the sandbox. The first key signs
 * and all keys verify, so that tokens and links that a former key has signed stay valid after the key is
 * replaced.
 */

import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../domain/start-error.ts';
import { makeDurableFolder, syncFolder } from '../files/durable-folder.ts';

const fileName = 'secret.key';
const keyBytes = 32;
/**
 * The maximum number of keys. To refuse a forged token or link, the service computes one HMAC for each key.
 */
const keysMax = 5;

export type SecretKeys = readonly [string, ...string[]];

/**
 * Returns the configured keys. If none are configured, it returns the keys in a file of the data folder, which has one
 * key per line. The first start of the service creates this file with one key.
 * @throws StartError when the file is damaged: a new key would silently invalidate every token and link.
 */
export async function loadSecretKeys(configured: SecretKeys | null, dataDir: string): Promise<SecretKeys> {
  if (configured !== null) return configured;
  await makeDurableFolder(dataDir);
  const file = join(dataDir, fileName);
  const kept = (await readIfThere(file)) ?? (await make(file));
  const [first, ...others] = kept.split(/\s*\n\s*/);
  if (first === undefined || ![first, ...others].every((key) => /^[0-9a-f]{64}$/.test(key))) {
    throw new StartError(
      `${file} is damaged: restore it from a backup, or delete it to invalidate all tokens and links.`,
    );
  }
  if (others.length >= keysMax) throw new StartError(`${file} must contain at most ${keysMax} keys.`);
  return [first, ...others];
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes the file under a temporary name and gives it its final name when it is complete, so that a crash leaves no
 * partial key. If two processes write at the same time, the first file is kept.
 */
async function make(file: string): Promise<string> {
  const part = `${file}.${process.pid}`;
  const handle = await open(part, 'w', 0o600);
  try {
    await handle.writeFile(`${randomBytes(keyBytes).toString('hex')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await link(part, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(part);
  await syncFolder(dirname(file));
  const made = await readIfThere(file);
  if (made === undefined) throw new Error(`${file} could not be written`);
  return made;
}
