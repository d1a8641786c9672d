/** Photo colourisation. The picture has the size of the upload. */

import type { Processor } from './processor.ts';

export const colouriseProcessor: Processor = {
  functName: 'mark_order_zhaopianshangse',
  task: (_order, sourceFile, targetFile) => ({ kind: 'colourise', sourceFile, targetFile }),
  check: (_details, sourceFile, { withPreview }) => ({
    kind: 'check',
    sourceFile,
    idPhoto: null,
    withPreview,
  }),
};
