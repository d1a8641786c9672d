/**
 * Adds to an image task what the metadata of the picture must say about its origin (made by AI or not). The shop’s
 * owners decide this for each kind of picture.
 */

import type { AigcMark, PictureOrigin } from '../../domain/goods/ai-label.ts';
import type { Deps } from '../deps.ts';
import { type CheckTask, type ImageTask, needsWholePhoto } from '../ports/image-work.ts';
import { newUploadName, uploadNameLength } from '../public-ids.ts';

/** A photo that is only cropped gets no label, because no neural network changes its pixels. */
export function withAiLabel(
  { settings, random }: Pick<Deps, 'settings' | 'random'>,
  task: ImageTask,
): ImageTask {
  const { colourised, restored, idPhoto, producer } = settings.aiLabels;
  const mark = () => ({ producer, produceId: newUploadName(random) });
  if (task.kind === 'colourise') return { ...task, ...labelsOf(colourised, mark) };
  if (task.kind === 'restore') return { ...task, ...labelsOf(restored, mark) };
  if (task.kind !== 'id_photo' || task.background === 'photographed') return task;
  return { ...task, ...labelsOf(idPhoto, mark) };
}

/**
 * Adds labels of the same length as those of the ordered photo, so that the check examines a file of the same size. The
 * number is the same for all checks, because equal checks share one verdict.
 */
export function withLabelToCheck({ settings }: Pick<Deps, 'settings'>, task: CheckTask): CheckTask {
  if (task.idPhoto === null || task.isCropOnly === true || !needsWholePhoto(task)) return task;
  const { idPhoto, producer } = settings.aiLabels;
  return { ...task, ...labelsOf(idPhoto, () => ({ producer, produceId: '0'.repeat(uploadNameLength) })) };
}

function labelsOf(
  { sourceType, isAiMade }: PictureOrigin,
  mark: () => AigcMark,
): Pick<CheckTask, 'sourceType' | 'aigc'> {
  return { sourceType: sourceType === 'none' ? null : sourceType, ...(isAiMade ? { aigc: mark() } : {}) };
}
