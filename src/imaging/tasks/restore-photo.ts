/** Restores an old photo: `restore/pipeline.ts` has the steps. */

import type { ImageOutcome, RestoreTask } from '../../usecases/ports/image-work.ts';
import type { OnProgress } from '../pipeline.ts';
import { restorePipeline } from '../restore/pipeline.ts';
import { type ColouriseOptions, colourNetOf } from './colourise-photo.ts';

/** Throws only if the attempt itself failed: a missing net, a full disk. A bad picture is an outcome. */
export async function restorePhoto(
  { kind: _, isColoured, ...request }: RestoreTask,
  onProgress: OnProgress,
  options: ColouriseOptions = {},
): Promise<ImageOutcome> {
  const colourNet = isColoured ? await colourNetOf(options.netFile ?? null) : null;
  onProgress(0.05);
  const result = await restorePipeline.run({ ...request, colourNet }, onProgress);
  if (result.kind === 'refused') return result;
  const { width, height } = result.values.image;
  return { kind: 'made', size: { widthPx: width, heightPx: height }, contentType: 'image/jpeg' };
}
