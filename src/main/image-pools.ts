/** The two pools of image child processes, and their bounds. */

import { accessSync, constants } from 'node:fs';
import { type Config, ConfigError } from '../config.ts';
import {
  createImageProcessPool,
  type ImageProcessPoolOptions,
} from '../imaging/process/image-process-pool.ts';
import type { ImageWork } from '../usecases/ports/image-work.ts';

const mebibyte = 1024 * 1024;

/** Far above what 40 megapixels take (about 350 MiB), far below what would hurt a small machine. */
const memoryBytesMax = 1024 * mebibyte;
/** A net of the operator's may be a hundred times as large as ours. */
const memoryBytesMaxOwnNets = 4096 * mebibyte;
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

type Nets = Config['nets'];

/** @throws ConfigError: a wrong path must stop the start, not the first paid order. */
export function requireNetFiles({ colouriserFile, matting }: Nets): void {
  const problems: string[] = [];
  for (const [name, file] of [
    ['COLOURISER_NET_FILE', colouriserFile],
    ['MATTING_NET_FILE', matting?.file ?? null],
  ] as const) {
    if (file === null) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch {
      problems.push(`${name} names a file that cannot be read: ${file}.`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

function common({ colouriserFile, matting }: Nets) {
  const hasOwn = colouriserFile !== null || matting !== null;
  return {
    timeoutMs,
    memoryBytesMax: hasOwn ? memoryBytesMaxOwnNets : memoryBytesMax,
    ...(colouriserFile === null ? {} : { colouriserFile }),
    ...(matting === null ? {} : { mattingNet: matting }),
  } satisfies Partial<ImageProcessPoolOptions>;
}

/** Uploads have a customer waiting at the other end: they go before the work, and keep their own children. */
export function openUploadImages(nets: Nets): ImageWork {
  return createImageProcessPool({
    ...common(nets),
    processesMax: uploadChildren,
    queueMax: uploadQueueMax,
    niceLevel: 5,
  });
}

export function openOrderImages(children: number, nets: Nets): ImageWork {
  return createImageProcessPool({
    ...common(nets),
    processesMax: children,
    queueMax: orderQueueMax,
    niceLevel: 10,
  });
}
