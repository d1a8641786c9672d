/** The two pools of image processes, and their limits. */

import { accessSync, constants } from 'node:fs';
import { type Config, ConfigError } from '../config.ts';
import { createImageWork, type ImageWorkOptions } from '../imaging/image-processes.ts';
import type { ImageWork } from '../usecases/ports/image-work.ts';

const mebibyte = 1024 * 1024;

/** A photo of 40 megapixels needs about 350 MiB. A process that needs three times as much is out of control. */
const memoryBytesMax = 1024 * mebibyte;
/** A net that the operator installs may be a hundred times as large as the built-in one. */
const memoryBytesMaxOwnNets = 4096 * mebibyte;
/** Several times as long as the work takes on a slow machine, so that only a process that hangs is killed. */
const timeoutMs = {
  normalise: 30_000,
  check: 15_000,
  id_photo: 60_000,
  colourise: 60_000,
  sheet: 30_000,
  icon: 15_000,
} as const;

/** Paid pictures wait as jobs in the database. The pool only gets as many as the worker's lane has slots. */
const orderQueueMax = 8;
const uploadChildren = 2;
/** Uploads beyond this queue are refused with 503: their customers would wait too long. */
const uploadQueueMax = 32;

type Nets = Config['nets'];

/** @throws ConfigError for a file that cannot be read: a wrong path must stop the start and not a paid order. */
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
  } satisfies Partial<ImageWorkOptions>;
}

/**
 * Uploads have image processes of their own, with a higher priority than those for orders, because a customer waits
 * for the response.
 */
export function openUploadImages(nets: Nets): ImageWork {
  return createImageWork({
    ...common(nets),
    childrenMax: uploadChildren,
    queueMax: uploadQueueMax,
    niceLevel: 5,
  });
}

export function openOrderImages(children: number, nets: Nets): ImageWork {
  return createImageWork({
    ...common(nets),
    childrenMax: children,
    queueMax: orderQueueMax,
    niceLevel: 10,
  });
}
