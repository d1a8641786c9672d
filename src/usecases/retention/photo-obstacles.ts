/**
 * Finds unfinished orders that use the photo of an order that is to be erased, because the erasure removes the photo.
 * Orders without a credential belong to different guests even if one customer placed them, so the path of the photo
 * decides, and not the owner of the order.
 */

import type { Order } from '../../domain/order.ts';
import type { AnyJob } from '../jobs/define-job.ts';
import { uploadPathOf } from '../pictures/upload-of-order.ts';
import type { StoreReads, StoreTransaction } from '../ports/store.ts';
import { type ObstacleOfOrder, obstacleOf } from './erasure-obstacles.ts';

/**
 * Prevents other transactions from placing orders that use the photos, until this transaction ends. The caller locks
 * the photos before it looks for obstacles.
 */
export async function lockPhotos({ erasures }: StoreTransaction, orders: readonly Order[]): Promise<void> {
  for (const path of pathsOf(orders)) await erasures.lockUpload(path);
}

/** @param erased the orders that are to be erased. They are not obstacles here. */
export async function photoObstacles(
  reads: StoreReads,
  jobs: readonly AnyJob[],
  erased: readonly Order[],
): Promise<ObstacleOfOrder[]> {
  const ids = new Set(erased.map(({ id }) => id));
  const obstacles: ObstacleOfOrder[] = [];
  for (const path of pathsOf(erased)) {
    const upload = await reads.uploads.byPath(path);
    if (upload === undefined) continue;
    for (const orderNo of await reads.erasures.unfinishedOrdersOfPhoto(path, upload.createdAt)) {
      const other = (await reads.orders.byNo(orderNo))?.order;
      if (other === undefined || ids.has(other.id) || uploadPathOf(other) !== path) continue;
      const obstacle = await obstacleOf(reads, jobs, other);
      if (obstacle !== null) obstacles.push({ orderId: other.id, obstacle });
    }
  }
  return obstacles;
}

function pathsOf(orders: readonly Order[]): string[] {
  const paths = orders.map(uploadPathOf).filter((path) => path !== undefined);
  return [...new Set(paths)].sort();
}
