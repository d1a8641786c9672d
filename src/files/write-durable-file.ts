/**
 * Writes a small file so that a crash or a power failure leaves either the old or the new content in the file, never a
 * part of the content.
 */

import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './durable-folder.ts';

export async function writeDurableFile(path: string, text: string): Promise<void> {
  const part = `${path}.part`;
  const handle = await open(part, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, path);
  await syncFolder(dirname(path));
}
