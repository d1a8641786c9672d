/** Measures a finished photo and compares the measures with the rule of its document. */

import { judgePhoto } from '../../domain/documents/judge-photo.ts';
import type { PhotoSpec } from '../../domain/goods/photo-details.ts';
import type { Deps } from '../deps.ts';
import type { ImageRefusal, ImagesUnavailable, ImageTaskOptions } from '../ports/image-work.ts';
import { ruleRefusal } from './rule-refusal.ts';

/**
 * @param file the local file of the finished photo
 * @returns null if the photo is for no document, or meets the rule; otherwise why it is not delivered.
 */
export async function missedRule(
  { orderImages }: Pick<Deps, 'orderImages'>,
  { rule, background }: Pick<PhotoSpec, 'rule' | 'background'>,
  file: string,
  options: Pick<ImageTaskOptions, 'client' | 'isExtra' | 'signal'>,
): Promise<{ readonly kind: 'refused'; readonly refusal: ImageRefusal } | ImagesUnavailable | null> {
  if (rule === null) return null;
  const measured = await orderImages.measure({ kind: 'measure', sourceFile: file }, options);
  if (measured.kind === 'unavailable') return measured;
  const isPhotographed = background === 'photographed';
  const refusal = ruleRefusal(judgePhoto(rule, measured.measures, { isPhotographed }), isPhotographed);
  return refusal === null ? null : { kind: 'refused', refusal };
}
