/** Makes an ID photo: `id-photo/pipeline.ts` has the steps. */

import { parseCutStrokes } from '../../domain/goods/cut-strokes.ts';
import type { IdPhotoTask, ImageOutcome } from '../../usecases/ports/image-work.ts';
import type { CutOutRequest } from '../id-photo/cut-out.ts';
import { mattingSizeOf } from '../id-photo/matting-size.ts';
import { cropOnlyPipeline, idPhotoPipeline, printEnlargementMax } from '../id-photo/pipeline.ts';
import { orderedShareMax } from '../id-photo/steps/clip-to-photo.ts';
import { type MattingNet, type MattingNetFile, openMattingNet } from '../nets/matting-net.ts';
import { openedOnce } from '../nets/opened-once.ts';
import type { OnProgress } from '../pipeline.ts';

export interface IdPhotoOptions {
  /** The operator's own matting net; null or absent: the nets that come with the service. */
  readonly mattingNet?: MattingNetFile | null;
}

/** Throws only if the attempt itself failed: a missing file, a full disk. A bad picture is an outcome. */
export async function makeIdPhoto(
  task: IdPhotoTask,
  onProgress: OnProgress,
  options: IdPhotoOptions = {},
): Promise<ImageOutcome> {
  const { kind: _, background, cutStrokes, ...request } = task;
  const { size } = task;
  const { widthPx, heightPx } = size;
  if (background === 'photographed') {
    const cropped = await cropOnlyPipeline.run(
      { ...request, enlargementMax: printEnlargementMax },
      onProgress,
    );
    if (cropped.kind === 'refused') return cropped;
    return { kind: 'made', size: { widthPx, heightPx }, contentType: 'image/jpeg' };
  }
  const result = await idPhotoPipeline.run(
    {
      ...request,
      background,
      ...strokesOf(cutStrokes),
      matteSize: mattingSizeOf(size, 2),
      mattingNet: await mattingNetOf(options.mattingNet ?? null),
      enlargementMax: printEnlargementMax,
      edgeShareMax: orderedShareMax,
    },
    onProgress,
  );
  if (result.kind === 'refused') return result;
  return { kind: 'made', size: { widthPx, heightPx }, contentType: 'image/jpeg' };
}

/** @throws Error for a text that the validation of orders refuses. */
export function strokesOf(text: string | undefined): Pick<CutOutRequest, 'strokes'> {
  if (text === undefined) return {};
  const strokes = parseCutStrokes(text);
  if (strokes === undefined) throw new Error('the strokes of the order cannot be read');
  return { strokes };
}

/** An image process uses one net for all its tasks. */
const openedMattingNet = openedOnce(openMattingNet, ({ file }) => file);

export async function mattingNetOf(given: MattingNetFile | null): Promise<MattingNet | null> {
  return given === null ? null : openedMattingNet(given);
}
