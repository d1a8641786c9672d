/**
 * Options of an image process pool for tests: one process, and limits that tests do not reach unless they
 * change them.
 */

import type { ImageProcessPoolOptions } from '../../../src/imaging/process/image-process-pool.ts';

export function timeoutsOf(timeoutMs: number): ImageProcessPoolOptions['timeoutMs'] {
  return {
    normalise: timeoutMs,
    check: timeoutMs,
    measure: timeoutMs,
    id_photo: timeoutMs,
    colourise: timeoutMs,
    restore: timeoutMs,
    sheet: timeoutMs,
    report: timeoutMs,
    icon: timeoutMs,
  };
}

export const onePicture = {
  processesMax: 1,
  queueMax: 1,
  timeoutMs: timeoutsOf(120_000),
  memoryBytesMax: 2 ** 30,
} satisfies ImageProcessPoolOptions;
