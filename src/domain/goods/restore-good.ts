/**
 * Restoration of an old photo: damage is filled and faded tones are restored; if the order asks for it, the photo is also
 * colourised and enlarged. An additional operation, which the specification does not have.
 */

import { invalidParameter } from '../errors.ts';
import { failSentence } from '../fail-reasons.ts';
import type { GoodKind, PhotoSize } from './good.ts';

/** How many times as long both sides of an enlarged photo become. */
export const enlargedTimes = 2;

/**
 * A photo with more pixels is not enlarged: it has more than 300 dpi on a postcard already, and the enlargement would
 * take too long.
 */
export const enlargedPixelsMax = 2_200_000;

/** The longest side of an enlarged photo in pixels: a JPEG file can have 65,535. */
const sidePxMax = 65_500;

export function canEnlarge({ widthPx, heightPx }: PhotoSize): boolean {
  return widthPx * heightPx <= enlargedPixelsMax && enlargedTimes * Math.max(widthPx, heightPx) <= sidePxMax;
}

export const restoreGood: GoodKind = {
  functName: 'mark_order_photo_restore',
  summary: 'Order the restoration of an old photo',
  parameters: {
    path: { kind: 'upload', description: 'The `path` returned by `ext_upload`.' },
    colour: {
      kind: 'integer',
      min: 0,
      max: 1,
      default: 0,
      description: '1: the restored photo is also colourised.',
    },
    enlarge: {
      kind: 'integer',
      min: 0,
      max: 1,
      default: 0,
      description: `1: the restored photo has twice the width and height of the upload. Refused for an upload of more than ${enlargedPixelsMax / 1e6} megapixels.`,
    },
  },
  requireSize({ enlarge }, photo) {
    if (enlarge !== 1 || canEnlarge(photo)) return;
    throw invalidParameter('enlarge', 'too_large_to_enlarge', failSentence('too_large_to_enlarge'));
  },
  work: 'restore',
  priceMinor: (unitPriceMinor) => unitPriceMinor,
};
