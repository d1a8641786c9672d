/**
 * The result of a step that finds that no picture can be made from the photo. Steps return this value and do
 * not throw.
 */

import type { ImageRefusal } from '../usecases/ports/image-work.ts';

export interface Refused {
  readonly kind: 'refused';
  readonly refusal: ImageRefusal;
}

export function refused(refusal: ImageRefusal): Refused {
  return { kind: 'refused', refusal };
}
