/**
 * `recipients.txt` in an encrypted place: the public keys to which everything in the place is encrypted. A place is
 * encrypted to one set of recipients or not at all, because a stored file serves all backups: a backup that refers to a
 * file for other recipients could not be restored.
 */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { ArgumentError } from '../argument-error.ts';
import { backupsPrefix, fileFolders } from './object-names.ts';
import { type BackupObjects, hasObject } from './objects.ts';

const fileName = 'recipients.txt';

/** @param part a path for a temporary file. @throws StartError when the place has backups for others, or none. */
export async function requireSameRecipients(
  objects: BackupObjects,
  recipients: readonly string[],
  part: string,
): Promise<void> {
  const wanted = [...new Set(recipients)].toSorted().join('\n');
  const found = await readRecipients(objects, part);
  if (found === wanted) return;
  const { place } = objects;
  if (wanted === '') {
    throw new ArgumentError(
      `The backups in ${place} are encrypted: name the recipients with --encrypt-to, or choose another place.`,
    );
  }
  if (found !== '') {
    throw new ArgumentError(
      `The backups in ${place} are encrypted to other recipients: name the same ones, or choose another place.`,
    );
  }
  if (await hasBackups(objects)) {
    throw new ArgumentError(`The backups in ${place} are not encrypted: choose another place.`);
  }
  await writeFile(part, `${wanted}\n`, { mode: 0o600 });
  await objects.put(fileName, part);
}

/** @returns the recipients in order, or an empty text. */
async function readRecipients(objects: BackupObjects, part: string): Promise<string> {
  if (!(await hasObject(objects, fileName))) return '';
  await objects.fetchTo(fileName, part);
  const text = await readFile(part, 'utf8');
  await rm(part);
  return text.trim();
}

async function hasBackups(objects: BackupObjects): Promise<boolean> {
  for (const prefix of [backupsPrefix, ...fileFolders]) {
    for await (const _ of objects.names(prefix)) return true;
  }
  return false;
}
