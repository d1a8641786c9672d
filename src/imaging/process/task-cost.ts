/** Estimates how long an image process works on a task, so that the queue can share the processes between clients. */

import { assertNever } from '../../domain/never.ts';
import type { AnyImageTask, CheckTask } from '../../usecases/ports/image-work.ts';
import { headerPixels } from '../codecs/header-pixels.ts';

/**
 * The number of pixels assumed for a photo whose header is not understood. It is high, so that such a photo
 * is not preferred in the queue.
 */
const pixelsUnknown = 40_000_000;

/**
 * The cost of a task in milliseconds of one core, measured on a machine of 2024: a fixed part, and a part
 * for each million pixels.
 */
interface Cost {
  readonly fixedMs: number;
  readonly perMegapixelMs: number;
}

function costOfKind(task: AnyImageTask): Cost {
  switch (task.kind) {
    case 'normalise':
    case 'icon':
      return { fixedMs: 5, perMegapixelMs: 10 };
    case 'check':
      return checkCost(task);
    case 'measure':
      return { fixedMs: 250, perMegapixelMs: 100 };
    case 'id_photo':
      return { fixedMs: 1450, perMegapixelMs: 10 };
    case 'colourise':
      return { fixedMs: 500, perMegapixelMs: 100 };
    case 'restore':
      return { fixedMs: task.isEnlarged ? 3300 : 2300, perMegapixelMs: task.isColoured ? 160 : 110 };
    case 'report':
    case 'sheet':
      return { fixedMs: 150, perMegapixelMs: 10 };
    default:
      return assertNever(task);
  }
}

function checkCost({ idPhoto, withPreview, restoration }: CheckTask): Cost {
  if (withPreview && restoration !== undefined) return { fixedMs: 2500, perMegapixelMs: 6 };
  if (idPhoto !== null) return { fixedMs: 550, perMegapixelMs: 5 };
  // Without a preview, the check of a colourisation does not run the net.
  return { fixedMs: withPreview ? 500 : 10, perMegapixelMs: withPreview ? 6 : 3 };
}

/** Estimates the cost from the kind of the task and the number of pixels in the header of its source file. */
export async function taskCostMs(task: AnyImageTask): Promise<number> {
  const { fixedMs, perMegapixelMs } = costOfKind(task);
  const pixels = await headerPixels(task.sourceFile).catch(() => null);
  return fixedMs + (perMegapixelMs * Math.min(pixels ?? pixelsUnknown, pixelsUnknown)) / 1e6;
}
