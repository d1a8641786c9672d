/**
 * A small picture of an order for lists: the finished picture, otherwise the photo that this browser has kept. An ID
 * photo is small and comes from the service. A coloured or restored photo can have many megabytes, so the list shows the small copy
 * that this browser made when it showed the order.
 */

import { localLink } from '../api/local-link.ts';
import { isOldPhoto, type Order } from '../api/types.ts';
import type { Stage } from './order-stage.ts';
import { useKeptPhoto } from './use-kept-photo.ts';

/** @returns null without a picture. */
export function useOrderPicture(order: Order, stage: Stage): string | null {
  const isDone = stage === 'done';
  const before = useKeptPhoto('before', order.order_no);
  const result = useKeptPhoto('result', isDone ? order.order_no : null);
  if (!isDone) return before;
  if (!isOldPhoto(order) && order.deal_result !== null) return localLink(order.deal_result);
  return result ?? before;
}
