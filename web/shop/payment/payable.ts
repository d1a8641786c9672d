/** What one payment pays for: one order, or the unpaid orders of a series. */

import { type PaymentStart, payOrder, payOrders } from '../api/operations.ts';
import type { Order } from '../api/types.ts';
import type { Way } from './ways.ts';

export interface Payable {
  /** Names the payable in what the page remembers about its payment. */
  readonly key: string;
  /** Names the page to which the provider returns the customer: that of the order or of the series. */
  readonly returnKey: string;
  readonly orderNos: readonly string[];
  readonly priceMinor: number;
  /** The price of the first of the orders. */
  readonly firstPriceMinor: number;
  /** When its first order was placed, `YYYY-MM-DD HH:MM:SS`. */
  readonly createTime: string;
  /** @throws ApiError */
  open(way: Way, idempotencyKey: string): Promise<PaymentStart>;
  /** Called before the browser leaves for the provider's page. */
  onLeave?(): void;
}

export function payableOrder({ order_no: orderNo, price, create_time: createTime }: Order): Payable {
  return {
    key: orderNo,
    returnKey: orderNo,
    orderNos: [orderNo],
    priceMinor: price,
    firstPriceMinor: price,
    createTime,
    open: ({ provider, channel }, key) => payOrder(orderNo, provider, channel, key),
  };
}

/**
 * @param orders the unpaid orders of a series; at least one. A single order is paid like any other order, so that every
 * provider takes it. @param onLeave see `Payable`; not called for a single order, to whose page the provider returns.
 */
export function payableOrders(key: string, orders: readonly Order[], onLeave: () => void): Payable {
  const [first, ...others] = orders;
  if (first !== undefined && others.length === 0) return { ...payableOrder(first), key };
  const orderNos = orders.map(({ order_no }) => order_no);
  return {
    key,
    returnKey: key,
    orderNos,
    priceMinor: orders.reduce((sum, { price }) => sum + price, 0),
    firstPriceMinor: first?.price ?? 0,
    createTime: orders.map(({ create_time }) => create_time).sort()[0] ?? '',
    open: ({ provider, channel }, idempotencyKey) => payOrders(orderNos, provider, channel, idempotencyKey),
    onLeave,
  };
}
