/** Opens the place that an operator has named: a folder, or `s3://bucket/prefix?endpoint=…&region=…&profile=…`. */

import { resolve } from 'node:path';
import { reader } from '../../../src/config/environment-reader.ts';
import { readOtherBucket } from '../../../src/config/storage-url.ts';
import { ConfigError } from '../../../src/config.ts';
import type { Log } from '../../../src/usecases/ports/tools.ts';
import type { Environment } from '../../command-context.ts';
import { folderObjects } from './folder-objects.ts';
import type { BackupObjects } from './objects.ts';
import { s3Objects } from './s3-objects.ts';

interface Surroundings {
  readonly env: Environment;
  readonly workingDir: string;
}

/** The command reports a failure of the store itself. */
const noLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** @throws ConfigError when the address of a bucket is wrong or its credentials are missing. */
export function openObjects(place: string, { env, workingDir }: Surroundings): BackupObjects {
  if (!place.startsWith('s3:')) return folderObjects(resolve(workingDir, place));
  const read = reader(env);
  const address = readOtherBucket(read, 'The address of the backup', place);
  if (address === null || read.problems.length > 0) throw new ConfigError(read.problems);
  return s3Objects({ address, log: noLog });
}
