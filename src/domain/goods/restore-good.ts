/**
 * Restoration of an old photo: damage is filled and faded tones are restored; if the order asks for it, the photo is also
 * colourised and enlarged. An additional operation, which the specification does not have.
 */

import { invalidParameter } from '../errors.ts';
import { failSentence } from '../fail-reasons.ts';
import type { GoodKind } from './good.ts';

/**
 * A photo with more pixels is not enlarged: it has more than 300 dpi on a postcard already, and the enlargement would
 * take too long.
 */
export const enlargedPixelsMax = 2_200_000;

/** How many times as long both sides of an enlarged photo become. */
export const enlargedTimes = 2;

export function canEnlarge(pixels: number): boolean {
  return pixels <= enlargedPixelsMax;
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
  requirePixels({ enlarge }, pixels) {
    if (enlarge !== 1 || canEnlarge(pixels)) return;
    throw invalidParameter('enlarge', 'too_large_to_enlarge', failSentence('too_large_to_enlarge'));
  },
  work: 'restore',
  priceMinor: (unitPriceMinor) => unitPriceMinor,
};
