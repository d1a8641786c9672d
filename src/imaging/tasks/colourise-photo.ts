/** Colourises a photo: `colourise/pipeline.ts` has the steps. */

import type { ColouriseTask, ImageOutcome } from '../../usecases/ports/image-work.ts';
import { colourisePipeline } from '../colourise/pipeline.ts';
import { openColourNet } from '../nets/colour-net.ts';
import { openedOnce } from '../nets/opened-once.ts';
import type { OnProgress } from '../pipeline.ts';

export interface ColouriseOptions {
  /** Absolute path of the operator's own net; null or absent: the net that comes with the service. */
  readonly netFile?: string | null;
}

/** Throws only if the attempt itself failed: a missing net, a full disk. A bad picture is an outcome. */
export async function colourisePhoto(
  { kind: _, ...request }: ColouriseTask,
  onProgress: OnProgress,
  options: ColouriseOptions = {},
): Promise<ImageOutcome> {
  const net = await colourNetOf(options.netFile ?? null);
  onProgress(0.1);
  const result = await colourisePipeline.run({ ...request, net }, onProgress);
  if (result.kind === 'refused') return result;
  const { width, height } = result.values.image;
  return { kind: 'made', size: { widthPx: width, heightPx: height }, contentType: 'image/jpeg' };
}

/**
 * An image process uses one net for all its tasks. The argument is the absolute path of the operator's own net; null: the
 * net that comes with the service.
 */
export const colourNetOf = openedOnce(openColourNet);
