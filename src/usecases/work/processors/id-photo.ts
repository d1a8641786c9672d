/** One-inch ID photo on the ordered background. */

import { oneInch } from '../../../domain/goods/id-photo.ts';
import { backgroundOf } from '../../../domain/goods/id-photo-good.ts';
import type { Processor } from './processor.ts';

export const idPhotoProcessor: Processor = {
  functName: 'mark_order_yiCunZhao',
  task: (order, sourceFile, targetFile) => ({
    kind: 'id_photo',
    sourceFile,
    targetFile,
    ...oneInch,
    background: backgroundOf(order.details),
  }),
};
