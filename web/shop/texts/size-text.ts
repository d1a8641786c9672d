/** A size of ID photos: its purpose and its pixels, such as `US visa · 600 × 600 px`. */

import { type IdPhotoSizeName, idPhotoSizes } from '../../../src/domain/goods/id-photo.ts';
import type { Texts } from './en.ts';

export function sizeText(name: IdPhotoSizeName, t: Texts): string {
  const { widthPx, heightPx } = idPhotoSizes[name];
  return `${t.sizes[name]} · ${widthPx} × ${heightPx} px`;
}
