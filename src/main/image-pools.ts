/**
 * The pools of image processes: their limits, and the system's protections that restrict them, because a
 * manipulated photo could take control of a process that decodes it.
 */

import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import {
  type ImageJail,
  type JailProbe,
  type OpenedImageJail,
  openImageJail,
} from '../imaging/process/image-jail.ts';
import {
  createImageProcessPool,
  type ImageProcessPoolOptions,
} from '../imaging/process/image-process-pool.ts';
import type { ImageProtections } from '../usecases/ports/image-protections.ts';
import type { ImageWork } from '../usecases/ports/image-work.ts';
import type { ScratchSpace } from '../usecases/ports/scratch-space.ts';
import type { Log } from '../usecases/ports/tools.ts';

const mebibyte = 1024 * 1024;

/** A photo of 40 megapixels needs about 350 MiB. A process that needs three times as much has a fault and is killed. */
const memoryBytesMax = 1024 * mebibyte;
/** A neural network that the operator installs may be a hundred times as large as the built-in one. */
const memoryBytesMaxOwnNets = 4096 * mebibyte;
/**
 * Time limits of the tasks: several times as long as the work takes on a slow machine, so that only a process that
 * hangs is killed. On a busy machine they limit the processor time and not the elapsed time (`startTimeLimit`).
 */
const timeoutMs = {
  normalise: 30_000,
  check: 30_000,
  measure: 15_000,
  id_photo: 60_000,
  colourise: 60_000,
  restore: 120_000,
  sheet: 30_000,
  report: 30_000,
  icon: 15_000,
} as const;

/**
 * The queue for paid pictures has room for at least this many. Most paid pictures wait as jobs in the database: the
 * worker gives the pool at most one for each process, and while extras occupy the processes, all of these may wait.
 */
const orderQueueMin = 8;
/**
 * The maximum number of free extras that wait. An extra is made only when no other task waits, and its customer
 * waits for the response, so a longer queue would be too slow.
 */
const extrasMax = 8;
const uploadChildren = 2;
/**
 * The maximum number of uploads that wait. With a full queue, one upload more is refused with 503, because its customer
 * would wait too long: a waiting upload of the client that has the most uploads in the queue, or else the new one.
 */
const uploadQueueMax = 32;

type Nets = Config['nets'];

/**
 * @throws ConfigError for a file that cannot be read: with a wrong path the service must not start, so that
 * no paid order fails because of it.
 */
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

/**
 * Tries out which protections against image processes work on this system, and writes the result to the
 * log.
 */
export async function shutInImages(
  config: Config,
  log: Log,
  { newPath }: Pick<ScratchSpace, 'newPath'>,
): Promise<OpenedImageJail> {
  const { colouriserFile, matting } = config.nets;
  const opened = await openImageJail(
    {
      dataDir: config.dataDir,
      scratchFolder: join(config.dataDir, 'scratch'),
      newPath,
      netFiles: [colouriserFile, matting?.file ?? null].filter((file) => file !== null),
      userId: config.imageUserId,
    },
    probe,
  );
  report(opened.report, log);
  return opened;
}

const probe: JailProbe = async (jail, files) => {
  const work = createImageProcessPool({ timeoutMs, memoryBytesMax, jail, processesMax: 1, queueMax: 1 });
  try {
    const bounds = { pixelsMax: 1_000_000, sizeBytesMax: 1_000_000 };
    return await work.run({ kind: 'normalise', ...files, ...bounds });
  } finally {
    await work.close();
  }
};

function report({ active, missing, reason }: ImageProtections, log: Log): void {
  const fields = { active: active.join(', '), missing: missing.join(', '), reason };
  if (missing.length === 0) log.info(fields, 'image processes are shut in');
  else log.warn(fields, 'image processes are shut in only in part');
}

function common({ colouriserFile, matting }: Nets, jail: ImageJail) {
  const hasOwn = colouriserFile !== null || matting !== null;
  return {
    timeoutMs,
    jail,
    memoryBytesMax: hasOwn ? memoryBytesMaxOwnNets : memoryBytesMax,
    ...(colouriserFile === null ? {} : { colouriserFile }),
    ...(matting === null ? {} : { mattingNet: matting }),
  } satisfies Partial<ImageProcessPoolOptions>;
}

/**
 * Uploads have separate image processes with a higher priority than those for orders, because a customer
 * waits for the response.
 */
export function openUploadImages(nets: Nets, jail: ImageJail): ImageWork {
  return createImageProcessPool({
    ...common(nets, jail),
    processesMax: uploadChildren,
    queueMax: uploadQueueMax,
    extrasMax,
    niceLevel: 5,
  });
}

export function openOrderImages(children: number, nets: Nets, jail: ImageJail): ImageWork {
  return createImageProcessPool({
    ...common(nets, jail),
    processesMax: children,
    queueMax: Math.max(orderQueueMin, children),
    extrasMax,
    niceLevel: 10,
  });
}
