/** What a step of the ID photo answers when no picture can be sold: a result, never a throw. */

import type { ImageRefusal } from '../../usecases/ports/image-work.ts';

export interface Refused {
  readonly kind: 'refused';
  readonly refusal: ImageRefusal;
}

export function refused(refusal: ImageRefusal): Refused {
  return { kind: 'refused', refusal };
}
