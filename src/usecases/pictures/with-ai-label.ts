/** Adds to a task the label of AI-made content, if the shop’s owners want it for this kind of picture. */

import type { Deps } from '../deps.ts';
import type { ImageTask } from '../ports/image-work.ts';
import { newUploadName } from '../public-ids.ts';

/** A photo that is only cropped gets no label, because no net changes it. */
export function withAiLabel(
  { settings, random }: Pick<Deps, 'settings' | 'random'>,
  task: ImageTask,
): ImageTask {
  const { colourised, idPhoto, producer } = settings.aiLabels;
  const mark = () => ({ producer, produceId: newUploadName(random) });
  if (task.kind === 'colourise') return colourised ? { ...task, aigc: mark() } : task;
  if (task.kind !== 'id_photo' || task.background === 'photographed') return task;
  return idPhoto ? { ...task, aigc: mark() } : task;
}
