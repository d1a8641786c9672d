/** Translates an order of one kind of picture good into a task for an image process. */

import type { OrderDetails } from '../../../domain/goods/parameters.ts';
import type { Order } from '../../../domain/order.ts';
import type { CheckTask, ImageTask } from '../../ports/image-work.ts';

export interface Processor {
  readonly functName: string;
  task(order: Order, sourceFile: string, targetFile: string): ImageTask;
  /** The photo check for an order with these details. `withPreview` is ignored by goods without a preview. */
  check(details: OrderDetails, sourceFile: string, withPreview: boolean): CheckTask;
}
