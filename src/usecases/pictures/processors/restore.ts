/** Restoration of an old photo, with colour and enlargement if the order asks for them. */

import type { OrderDetails } from '../../../domain/goods/parameters.ts';
import { restoreGood } from '../../../domain/goods/restore-good.ts';
import type { CheckTask } from '../../ports/image-work.ts';
import type { Processor } from './processor.ts';

export const restoreProcessor: Processor = {
  functName: restoreGood.functName,
  task: ({ details }, sourceFile, targetFile) => ({
    kind: 'restore',
    sourceFile,
    targetFile,
    ...choicesOf(details),
  }),
  check: (details, sourceFile, { withPreview }) => ({
    kind: 'check',
    sourceFile,
    idPhoto: null,
    withPreview,
    restoration: choicesOf(details),
  }),
};

function choicesOf({ colour, enlarge }: OrderDetails): NonNullable<CheckTask['restoration']> {
  return { isColoured: colour === 1, isEnlarged: enlarge === 1 };
}
