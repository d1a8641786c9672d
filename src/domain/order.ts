/**
 * An order: the customer, the good, the price, the state of the payment (`status`, specification 3.1) and the state
 * of the processing (`deal_status`, 3.2). Both states are unions, so that the type refuses a paid order without a
 * pay time and a finished picture without a file.
 */

import type { OrderDetails } from './goods/parameters.ts';
import type { Instant } from './zoned-time.ts';

export type Canceller = 'customer' | 'operator' | 'expiry';

/**
 * The specification names no value for a paid order. `pay` is formed from `wait_pay` as `refund` is formed
 * from `wait_refund`.
 */
export type Money =
  | { readonly status: 'wait_pay' }
  | { readonly status: 'cancal'; readonly cancelledAt: Instant; readonly cancelledBy: Canceller }
  /** `attemptId` is null when the price was 0 and nothing was charged. */
  | { readonly status: 'pay'; readonly paidAt: Instant; readonly attemptId: number | null }
  | {
      readonly status: 'wait_refund' | 'refund';
      readonly paidAt: Instant;
      readonly attemptId: number;
      readonly refundNo: string;
    };

export type Status = Money['status'];

/** Why the work failed permanently. The customer reads the sentence of this reason (`fail-reasons.ts`). */
export type FailReason = string;

export type Deal =
  | { readonly status: 'init' }
  | { readonly status: 'ing'; readonly startedAt: Instant }
  /** `resultFile` is null for a membership, and after the file has been purged. */
  | {
      readonly status: 'done';
      readonly finishedAt: Instant;
      readonly resultFile: string | null;
      readonly resultUntil: Instant | null;
    }
  | { readonly status: 'fail'; readonly finishedAt: Instant; readonly reason: FailReason };

export type DealStatus = Deal['status'];

export interface Order {
  readonly id: number;
  readonly orderNo: string;
  readonly userId: number;
  /** Anyone who knows the order number can open a guest's order. A user's order opens to that user only. */
  readonly ownedBy: 'guest' | 'user';
  readonly goodsId: number;
  readonly functName: string;
  readonly details: OrderDetails;
  readonly priceMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The inviter, as the client sent it. */
  readonly fromUserId: number | null;
  readonly createdAt: Instant;
  /** The time at which the order is cancelled automatically if it is still unpaid. */
  readonly expiresAt: Instant;
  readonly money: Money;
  readonly deal: Deal;
  /** The number of history entries. The store refuses a write with an older version, so no update is lost. */
  readonly version: number;
}

/** An order before it is stored. The store assigns the `id`. */
export type NewOrder = Omit<Order, 'id' | 'money' | 'deal' | 'version'>;

/** The order in its first state, after the event `created`. */
export function createdOrder(id: number, order: NewOrder): Order {
  return { ...order, id, money: { status: 'wait_pay' }, deal: { status: 'init' }, version: 1 };
}

export function isPaid(order: Order): boolean {
  return order.money.status !== 'wait_pay' && order.money.status !== 'cancal';
}
