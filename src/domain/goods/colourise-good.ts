/** Photo colourisation (照片上色), specification 4.2. */

import type { GoodKind } from './good.ts';

export const colouriseGood: GoodKind = {
  functName: 'mark_order_zhaopianshangse',
  summary: 'Order photo colourisation',
  parameters: {
    path: { kind: 'upload', description: 'The `path` returned by `ext_upload`.' },
  },
  work: 'colourise',
  priceMinor: (unitPriceMinor) => unitPriceMinor,
};
