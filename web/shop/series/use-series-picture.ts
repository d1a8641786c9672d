/**
 * The picture of an order of a series: the finished picture, otherwise the photo that this browser has kept. A coloured
 * or restored photo can have many megabytes, so it is loaded from the service only until this browser has kept a small copy.
 */

import { useEffect, useState } from 'react';
import { serviceLink } from '../api/local-link.ts';
import { isOldPhoto, type Order } from '../api/types.ts';
import { keptPhoto } from '../order/kept-photos.ts';
import type { Stage } from '../order/order-stage.ts';
import { useOrderPicture } from '../order/use-order-picture.ts';

/** @returns null without a picture. The page can read a coloured or restored photo, to keep a small copy of it. */
export function useSeriesPicture(order: Order, stage: Stage): string | null {
  const shown = useOrderPicture(order, stage);
  const [isKept, setKept] = useState<boolean | null>(null);
  const isLarge = stage === 'done' && isOldPhoto(order);
  const { order_no: orderNo } = order;
  useEffect(() => {
    if (!isLarge) return;
    let isOver = false;
    void keptPhoto('result', orderNo).then((copy) => {
      if (!isOver) setKept(copy !== null);
    });
    return () => {
      isOver = true;
    };
  }, [isLarge, orderNo]);
  const isMissing = isLarge && isKept === false && order.deal_result !== null;
  return isMissing ? serviceLink(order.deal_result) : shown;
}
