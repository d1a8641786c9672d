/** The two pools of image child processes, and their bounds. */

import { createImageWork } from '../imaging/image-processes.ts';
import type { ImageWork } from '../usecases/ports/image-work.ts';

const mebibyte = 1024 * 1024;

/** Far above what 40 megapixels take (about 350 MiB), far below what would hurt a small machine. */
const memoryBytesMax = 1024 * mebibyte;
const timeoutMs = {
  normalise: 30_000,
  check: 15_000,
  id_photo: 60_000,
  colourise: 60_000,
  sheet: 30_000,
  icon: 15_000,
} as const;

/** Waiting pictures wait as jobs in the table; the pool never has more than the worker's lane gives it. */
const orderQueueMax = 8;
const uploadChildren = 2;
const uploadQueueMax = 32;

/** Uploads have a customer waiting at the other end: they go before the work, and keep their own children. */
export function openUploadImages(): ImageWork {
  return createImageWork({
    childrenMax: uploadChildren,
    queueMax: uploadQueueMax,
    timeoutMs,
    memoryBytesMax,
    niceLevel: 5,
  });
}

export function openOrderImages(children: number): ImageWork {
  return createImageWork({
    childrenMax: children,
    queueMax: orderQueueMax,
    timeoutMs,
    memoryBytesMax,
    niceLevel: 10,
  });
}
