/** What was ordered, in words: size and background of an ID photo, or the months of a membership. */

import { idPhotoSizeNames } from '../../../src/domain/goods/id-photo.ts';
import type { OrderDetails } from '../api/types.ts';
import { sizeText } from '../texts/size-text.ts';
import type { Texts } from './en.ts';

export function choicesText({ size, color, correct, num }: OrderDetails, t: Texts): string[] {
  const known = idPhotoSizeNames.find((name) => name === size);
  return [
    ...(known === undefined ? [] : [sizeText(known, t)]),
    ...(color === null ? [] : [t.onColor[color]]),
    ...(correct === 1 ? [t.corrected] : []),
    ...(num === null ? [] : [t.months(num)]),
  ];
}
