/** How a kind of picture good becomes a task for an image child process. */

import type { Order } from '../../../domain/order.ts';
import type { ImageTask } from '../../ports/image-work.ts';

export interface Processor {
  readonly functName: string;
  task(order: Order, sourceFile: string, targetFile: string): ImageTask;
}
