/** The key that signs guest tokens, links and the payment notifications of the sandbox. */

import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const fileName = 'secret.key';
const keyBytes = 32;

/**
 * Returns the configured key. Without one, returns the key in the data folder, which the first start generates.
 * @throws Error when the stored key is damaged: a new key would silently invalidate every token and link.
 */
export async function loadSecretKey(configured: string | null, dataDir: string): Promise<string> {
  if (configured !== null) return configured;
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, fileName);
  const kept = (await readIfThere(file)) ?? (await make(file));
  if (!/^[0-9a-f]{64}$/.test(kept)) {
    throw new Error(
      `${file} is damaged. Restore it from a backup, or delete it to invalidate all tokens and links.`,
    );
  }
  return kept;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file gets its name after it is complete: a crash leaves no partial key, and the first of two writers wins. */
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
  const made = await readIfThere(file);
  if (made === undefined) throw new Error(`${file} could not be written`);
  return made;
}
