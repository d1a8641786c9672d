/** How a kind of picture good becomes a task for an image child process. */

import type { OrderDetails } from '../../../domain/goods/parameters.ts';
import type { Order } from '../../../domain/order.ts';
import type { CheckTask, ImageTask } from '../../ports/image-work.ts';

export interface Processor {
  readonly functName: string;
  task(order: Order, sourceFile: string, targetFile: string): ImageTask;
  /** What to ask of a photo before an order with these details is placed. Not every good has a preview. */
  check(details: OrderDetails, sourceFile: string, withPreview: boolean): CheckTask;
}
