/**
 * An order: who wants which good at what price, where its money is (`status`, specification 3.1) and where
 * its work is (`deal_status`, 3.2). Both are unions, so that a paid order without a pay time or a finished
 * picture without a file cannot be written down.
 */

import type { OrderDetails } from './goods/parameters.ts';
import type { Instant } from './zoned-time.ts';

export type Canceller = 'customer' | 'operator' | 'expiry';

/** The document names no value for a paid order; by its pattern (`wait_refund` → `refund`) ours is `pay`. */
export type Money =
  | { readonly status: 'wait_pay' }
  | { readonly status: 'cancal'; readonly cancelledAt: Instant; readonly cancelledBy: Canceller }
  /** `attemptId` is null when the price was 0 and nobody was charged. */
  | { readonly status: 'pay'; readonly paidAt: Instant; readonly attemptId: number | null }
  | {
      readonly status: 'wait_refund' | 'refund';
      readonly paidAt: Instant;
      readonly attemptId: number;
      readonly refundNo: string;
    };

export type Status = Money['status'];

/** Why the work failed for good; the customer reads a sentence made from it. */
export type FailReason = string;

export type Deal =
  | { readonly status: 'init' }
  | { readonly status: 'ing'; readonly startedAt: Instant }
  /** `resultFile` is null for work without a file (membership), and once the file has been purged. */
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
  /** A guest's order opens to whoever holds its number; a signed-in user's to that user alone. */
  readonly ownedBy: 'guest' | 'user';
  readonly goodsId: number;
  readonly functName: string;
  readonly details: OrderDetails;
  readonly priceMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The inviter, as the client gave it. */
  readonly fromUserId: number | null;
  readonly createdAt: Instant;
  /** When it is cancelled by itself if still unpaid. */
  readonly expiresAt: Instant;
  readonly money: Money;
  readonly deal: Deal;
  /** Number of history entries applied; guards against lost updates. */
  readonly version: number;
}

/** What is known when an order is placed. The store gives the `id`. */
export type NewOrder = Omit<Order, 'id' | 'money' | 'deal' | 'version'>;

export function isPaid(order: Order): boolean {
  return order.money.status !== 'wait_pay' && order.money.status !== 'cancal';
}
