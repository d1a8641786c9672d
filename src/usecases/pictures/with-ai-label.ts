/**
 * Adds to an image task what the metadata of the picture must say about its origin (made by AI or not). The shop’s
 * owners decide this for each kind of picture.
 */

import type { PictureOrigin } from '../../domain/goods/ai-label.ts';
import type { Deps } from '../deps.ts';
import type { ImageTask } from '../ports/image-work.ts';
import { newUploadName } from '../public-ids.ts';

/** A photo that is only cropped gets no label, because no neural network changes its pixels. */
export function withAiLabel(
  { settings, random }: Pick<Deps, 'settings' | 'random'>,
  task: ImageTask,
): ImageTask {
  const { colourised, idPhoto, producer } = settings.aiLabels;
  const labels = ({ sourceType, isAiMade }: PictureOrigin) => ({
    sourceType: sourceType === 'none' ? null : sourceType,
    ...(isAiMade ? { aigc: { producer, produceId: newUploadName(random) } } : {}),
  });
  if (task.kind === 'colourise') return { ...task, ...labels(colourised) };
  if (task.kind !== 'id_photo' || task.background === 'photographed') return task;
  return { ...task, ...labels(idPhoto) };
}
