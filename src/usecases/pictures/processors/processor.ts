/** Translates an order of one kind of picture good into a task for an image process. */

import type { OrderDetails } from '../../../domain/goods/parameters.ts';
import type { FindDocument } from '../../../domain/goods/photo-details.ts';
import type { Order } from '../../../domain/order.ts';
import type { CheckTask, ImageTask } from '../../ports/image-work.ts';

export type WantedPreviews = Pick<CheckTask, 'withPreview' | 'withLargePreview'>;

export interface Processor {
  readonly functName: string;
  /** @param findDocument returns the rule with which an order of a document is made. */
  task(order: Order, sourceFile: string, targetFile: string, findDocument: FindDocument): ImageTask;
  /**
   * The photo check for an order with these details.
   * @param wanted the previews to return. A good ignores a preview that it does not have.
   */
  check(
    details: OrderDetails,
    sourceFile: string,
    wanted: WantedPreviews,
    findDocument: FindDocument,
  ): CheckTask;
}
