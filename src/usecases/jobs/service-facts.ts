/** Facts about this process and its machine for the health report. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { ImageProtections } from '../ports/image-work.ts';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface ServiceFacts {
  /** Space on the disk that holds the data folder. */
  diskSpace(): Promise<DiskSpace>;
  readonly version: string;
  readonly databaseKind: 'sqlite' | 'postgres';
  /** When this process started. */
  readonly startedAt: Instant;
  /** Of the image processes that this process starts. */
  readonly imageProtections: ImageProtections;
}
