/**
 * Restoration of an old photo: damage is filled, faded tones are restored. An additional operation, which the
 * specification does not have.
 */

import type { GoodKind } from './good.ts';

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
  },
  work: 'picture',
  priceMinor: (unitPriceMinor) => unitPriceMinor,
};
