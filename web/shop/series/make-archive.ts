/** Makes a ZIP archive. It is loaded only when a customer wants one. */

import { zipSync } from 'fflate';

export interface NamedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** @param files files with different names. They are not compressed, because a JPEG file does not get smaller. */
export function makeArchive(files: readonly NamedFile[]): Blob {
  const contents = Object.fromEntries(files.map(({ name, content }) => [name, content]));
  return new Blob([new Uint8Array(zipSync(contents, { level: 0 }))], { type: 'application/zip' });
}
