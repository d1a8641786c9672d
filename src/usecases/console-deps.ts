/** What the console's use cases act through. */

import type { Instant } from '../domain/zoned-time.ts';
import type { Deps } from './deps.ts';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface ConsoleDeps
  extends Pick<
    Deps,
    | 'store'
    | 'clock'
    | 'random'
    | 'log'
    | 'settings'
    | 'passwords'
    | 'links'
    | 'files'
    | 'scratch'
    | 'uploadImages'
    | 'providers'
  > {
  /** Of the disk that holds the data folder. */
  diskSpace(): Promise<DiskSpace>;
  readonly version: string;
  readonly databaseKind: 'sqlite' | 'postgres';
  /** Of this process. */
  readonly startedAt: Instant;
}
