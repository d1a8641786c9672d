/** What was ordered, in words: size and background of an ID photo, or the months of a membership. */

import { idPhotoSizeNames } from '../../../src/domain/goods/id-photo.ts';
import { colors, type OrderDetails } from '../api/types.ts';
import { sizeText } from '../texts/size-text.ts';
import type { Texts } from './en.ts';

export function choicesText({ size, document, color, correct, num }: OrderDetails, t: Texts): string[] {
  const known = idPhotoSizeNames.find((name) => name === size);
  const knownColor = colors.find((name) => name === color);
  return [
    ...(known === undefined ? [] : [sizeText(known, t)]),
    ...(document === null ? [] : [document]),
    // Other clients can order more backgrounds than this page sells.
    ...(color === null ? [] : [knownColor === undefined ? color : t.onColor[knownColor]]),
    ...(correct === 1 ? [t.corrected] : []),
    ...(num === null ? [] : [t.months(num)]),
  ];
}
