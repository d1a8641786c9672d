/** Opens the file stores that the configuration names. */

import { join } from 'node:path';
import type { Storage } from '../config/storage-url.ts';
import type { Config } from '../config.ts';
import type { ListedFiles } from '../files/listed-files.ts';
import { openLocalFiles } from '../files/local-files.ts';
import { overTwoStores } from '../files/two-stores.ts';
import type { Log, Random } from '../usecases/ports/tools.ts';
import { clock } from './clock.ts';
import { databaseFreeBytesMin } from './settings-of.ts';

type FilesConfig = Pick<Config, 'storage' | 'dataDir'>;

interface Tools {
  readonly random: Random;
  readonly log: Log;
}

/** @throws StartError when an object store refuses the bucket. */
export async function openFiles(config: FilesConfig, tools: Tools): Promise<ListedFiles> {
  const current = await openStorage(config, config.storage.current, tools);
  const { former } = config.storage;
  return former === null ? current : overTwoStores(current, await openStorage(config, former, tools));
}

/** @throws StartError when the object store refuses the bucket. */
export async function openStorage(
  { dataDir, storage: { links } }: FilesConfig,
  storage: Storage,
  { random, log }: Tools,
): Promise<ListedFiles> {
  if (storage.kind === 's3') {
    // Only shops with an object store load its client.
    const { openS3Files } = await import('../files/s3/s3-files.ts');
    return openS3Files({ address: storage, presignedLinks: links === 'presigned', log });
  }
  const folder = join(dataDir, 'files');
  return openLocalFiles({ folder, clock, random, freeBytesMin: databaseFreeBytesMin });
}

/** The origins of the object stores from which customers fetch results directly, without the service. */
export function directOriginsOf({ storage: { current, former, links } }: FilesConfig): readonly string[] {
  if (links === 'service') return [];
  return [current, former].flatMap((storage) => {
    if (storage?.kind !== 's3') return [];
    const url = new URL(storage.endpoint);
    if (storage.style === 'virtual') url.hostname = `${storage.bucket}.${url.hostname}`;
    return [url.origin];
  });
}
