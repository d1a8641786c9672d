/** Writes orders as CSV. Order numbers are masked, as in every response of the console's API. */

import { maskOrderNos } from '../../usecases/mask-numbers.ts';
import type { FoundOrder } from '../../usecases/orders/order-store.ts';
import { csvText, harmless, inMajorUnits } from '../console/csv.ts';
import { orderItemToWire } from './console-order-list.ts';

const columns = [
  'id',
  'order_no',
  'placed_at',
  'paid_at',
  'good_id',
  'good',
  'customer_id',
  'price',
  'currency',
  'status',
  'deal_status',
  'refund_state',
] as const;

export function ordersToCsv(orders: readonly FoundOrder[]): string {
  return csvText([columns, ...orders.map(cellsOf)]);
}

function cellsOf(order: FoundOrder): readonly string[] {
  const item = orderItemToWire(order);
  return [
    String(item.id),
    maskOrderNos(item.order_no),
    item.created_at,
    item.paid_at ?? '',
    String(item.goods_id),
    harmless(item.good_title),
    String(item.user_id),
    inMajorUnits(item.price),
    item.currency,
    item.status,
    item.deal_status,
    item.refund_state ?? '',
  ];
}
