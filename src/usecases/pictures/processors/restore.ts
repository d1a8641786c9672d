/** Restoration of an old photo, with colour if the order asks for it. The picture has the size of the upload. */

import { restoreGood } from '../../../domain/goods/restore-good.ts';
import type { Processor } from './processor.ts';

export const restoreProcessor: Processor = {
  functName: restoreGood.functName,
  task: ({ details }, sourceFile, targetFile) => ({
    kind: 'restore',
    sourceFile,
    targetFile,
    isColoured: details.colour === 1,
  }),
  check: (details, sourceFile, withPreview) => ({
    kind: 'check',
    sourceFile,
    idPhoto: null,
    withPreview,
    restoration: { isColoured: details.colour === 1 },
  }),
};
