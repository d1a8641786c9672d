/** Facts about this process and its machine for the health report. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { ImageProtections } from '../ports/image-protections.ts';
import type { ProviderCalls } from '../ports/provider-calls.ts';
import type { ClockState } from '../ports/tools.ts';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface ServiceFacts {
  readonly version: string;
  readonly databaseKind: 'sqlite' | 'postgres';
  /** When this process started. */
  readonly startedAt: Instant;
  clockState(): ClockState;
  /** The operating system's protections that limit the image processes which this process starts. */
  readonly imageProtections: ImageProtections;
  /** Writes the photo of the sample face to a new file. */
  copySampleFace(targetFile: string): Promise<void>;
  /** The calls of this process to payment providers. */
  readonly providerCalls: ProviderCalls;
}
