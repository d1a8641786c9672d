/** Reads the order to which a payment attempt belongs. */

import type { Order } from '../domain/order.ts';
import type { PaymentAttempt } from '../domain/payment-state.ts';
import type { StoreReads } from './ports/store.ts';

export async function orderOfAttempt(
  reads: StoreReads,
  { orderId, paymentNo }: PaymentAttempt,
): Promise<Order> {
  const orderNo = await reads.orders.noById(orderId);
  const found = orderNo === undefined ? undefined : await reads.orders.byNo(orderNo);
  if (found === undefined) throw new Error(`payment ${paymentNo} has no order`);
  return found.order;
}
