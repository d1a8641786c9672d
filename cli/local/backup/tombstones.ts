/** The tombstones in a place with backups, also those that are newer than the backup that is restored. */

import { readFile } from 'node:fs/promises';
import { StartError } from '../../../src/domain/start-error.ts';
import { tombstoneGroup, tombstoneOfKey } from '../../../src/usecases/retention/tombstone.ts';
import { WrongIdentity } from './age.ts';
import { openObject } from './manifest.ts';
import { fileOfObject } from './object-names.ts';
import type { BackupObjects } from './objects.ts';
import type { Seal } from './seal.ts';

/**
 * Fetches one tombstone after another to the local file. @returns the key of each.
 * @throws StartError when a tombstone cannot be read: without it, an erased customer would come back.
 */
export async function* fetchTombstones(
  objects: BackupObjects,
  seal: Seal,
  localFile: string,
): AsyncIterable<string> {
  if (seal.ending === '') {
    for await (const object of objects.names(`files/${tombstoneGroup}/`)) {
      const key = fileOfObject(object);
      if (key === undefined) continue;
      await objects.fetchTo(object, localFile);
      yield key;
    }
    return;
  }
  for await (const object of objects.names(`${tombstoneGroup}/`)) {
    await objects.fetchTo(object, localFile);
    try {
      await openObject(seal, localFile, object);
    } catch (error) {
      if (!(error instanceof WrongIdentity)) throw error;
      throw new StartError(`The identity cannot open ${object}, which names an erased customer.`, {
        cause: error,
      });
    }
    yield keyOfTombstone(await readFile(localFile, 'utf8'), object);
  }
}

/** A tombstone contains its own name, because the name of its encrypted object is a hash. */
function keyOfTombstone(text: string, object: string): string {
  const value: unknown = JSON.parse(text);
  const name = typeof value === 'object' && value !== null && 'tombstone' in value ? value.tombstone : '';
  const key = `${tombstoneGroup}/${String(name)}.json`;
  if (tombstoneOfKey(key) !== undefined) return key;
  throw new StartError(`The backup is damaged: ${object} is not a tombstone.`);
}
