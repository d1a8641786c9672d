/** `photokiosk backup key FILE`: makes a key pair of age, as `age-keygen` does. */

import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { generateIdentity } from 'age-encryption';
import { ArgumentError, unusableFile } from '../argument-error.ts';
import { recipientOf } from './age.ts';

/**
 * @returns the recipient.
 * @throws ArgumentError when the file exists, because another identity would be lost, or cannot be written.
 */
export async function makeIdentity(workingDir: string, file: string): Promise<string> {
  const identity = await generateIdentity();
  const recipient = await recipientOf(identity);
  const path = resolve(workingDir, file);
  try {
    await writeFile(path, `# public key: ${recipient}\n${identity}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw unusableFile(error, `${path} cannot be written`, 'name a file in a folder that exists');
    }
    throw new ArgumentError(`${path} exists: name a new file.`, { cause: error });
  }
  return recipient;
}
