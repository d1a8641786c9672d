/** The events of an order. The history of an order is an append-only list of them. */

import type { OrderDetails } from './goods/parameters.ts';
import type { Canceller, FailReason } from './order.ts';
import type { Instant } from './zoned-time.ts';

export type OrderEvent = { readonly at: Instant } & (
  | { readonly type: 'created' }
  | { readonly type: 'paid'; readonly attemptId: number | null }
  | { readonly type: 'cancelled'; readonly by: Canceller }
  | { readonly type: 'work_started' }
  /**
   * The order waits for a worker again: the process of the worker ended, or an attempt failed and further attempts
   * are allowed. `error` is for the operator. `cause` is `killed` if something outside the service killed the image
   * process.
   */
  | { readonly type: 'work_returned'; readonly error: string; readonly cause?: 'killed' }
  | {
      readonly type: 'work_done';
      readonly resultFile: string | null;
      readonly resultUntil: Instant | null;
    }
  /** `reason` is for the customer, `error` for the operator. */
  | { readonly type: 'work_failed'; readonly reason: FailReason; readonly error: string | null }
  /** An operator retries the failed work of a free order. */
  | { readonly type: 'work_retried' }
  /** Months of a membership that had not begun were taken back, and their price is refunded. */
  | {
      readonly type: 'months_refunded';
      readonly refundNo: string;
      readonly months: number;
      readonly reason: string;
    }
  | { readonly type: 'refund_requested'; readonly refundNo: string; readonly reason: string }
  | { readonly type: 'refund_failed'; readonly refundNo: string; readonly error: string }
  | { readonly type: 'refund_retried'; readonly refundNo: string }
  | { readonly type: 'refund_done'; readonly refundNo: string }
  /** A query has shown that a doubted refund is done after all. */
  | { readonly type: 'refund_confirmed'; readonly refundNo: string }
  /** The refund had failed, and an operator has returned the money in another way. */
  | { readonly type: 'refund_settled'; readonly refundNo: string; readonly reason: string }
  /** The provider reported that a finished refund failed afterwards. The service then queries the refund. */
  | { readonly type: 'refund_doubted'; readonly refundNo: string; readonly error: string }
  /**
   * A new picture has replaced the result, after the customer reported a problem. `details` are the settings with
   * which the new picture was made.
   */
  | {
      readonly type: 'result_replaced';
      readonly resultFile: string;
      readonly resultUntil: Instant;
      readonly details: OrderDetails;
    }
  /** The result passed its retention time, and its file was deleted. */
  | { readonly type: 'result_purged' }
);

export type OrderEventType = OrderEvent['type'];

export type Actor =
  | { readonly kind: 'customer'; readonly userId: number }
  | { readonly kind: 'operator'; readonly name: string }
  | { readonly kind: 'provider'; readonly name: string }
  | { readonly kind: 'system' };

/** One entry of an order's history. `seq` counts the entries of the order from 1, without gaps. */
export interface HistoryEntry {
  readonly seq: number;
  readonly event: OrderEvent;
  readonly actor: Actor;
}
