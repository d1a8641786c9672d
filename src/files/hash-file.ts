/** Computes the SHA-256 of a file or stream in bounded memory. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';

/** @returns 64 hexadecimal digits. */
export async function hashStream(source: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}

/** @returns 64 hexadecimal digits. */
export function hashFile(path: string): Promise<string> {
  return hashStream(createReadStream(path));
}
