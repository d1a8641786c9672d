/**
 * Distinguishes a damaged picture from a machine that cannot read or decode it. The image library reports
 * both with the same kind of error, so the text of the error must decide.
 */

import { createReadStream } from 'node:fs';

/**
 * Texts of the operating system and of the image library that occur in the library's errors, and their error codes. Other
 * decoders also say "out of memory" about a damaged file that asks for too much, so the texts are as long as possible.
 */
const texts: readonly (readonly [string, string])[] = [
  ['No space left on device', 'ENOSPC'],
  ['Too many open files', 'EMFILE'],
  ['Input/output error', 'EIO'],
  ['Read-only file system', 'EROFS'],
  ['Cannot allocate memory', 'ENOMEM'],
  // From libvips and libjpeg. They reserve memory only for pixels whose number was checked before.
  ['out of memory -- size ==', 'ENOMEM'],
  ['Insufficient memory (case', 'ENOMEM'],
];

/**
 * Returns if the picture is the cause of `error`.
 * @throws the machine's error, with its code, if the library reports one or the file cannot be read.
 */
export async function requirePictureFault(error: unknown, file: string): Promise<void> {
  const text = String(error);
  const known = texts.find(([phrase]) => text.includes(phrase));
  if (known !== undefined) throw Object.assign(new Error(text), { code: known[1] });
  for await (const _ of createReadStream(file)) {
    // The loop only reads the file. It throws if the disk fails and a block cannot be read.
  }
}
