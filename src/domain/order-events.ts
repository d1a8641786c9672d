/** What can happen to an order. The history of an order is a list of these, appended to and never changed. */

import type { Canceller, FailReason } from './order.ts';
import type { Instant } from './zoned-time.ts';

export type OrderEvent = { readonly at: Instant } & (
  | { readonly type: 'created' }
  | { readonly type: 'paid'; readonly attemptId: number | null }
  | { readonly type: 'cancelled'; readonly by: Canceller }
  | { readonly type: 'work_started' }
  /** A worker was lost or an attempt failed with tries left; `error` is for the operator. */
  | { readonly type: 'work_returned'; readonly error: string }
  | {
      readonly type: 'work_done';
      readonly resultFile: string | null;
      readonly resultUntil: Instant | null;
    }
  /** `reason` is for the customer; `error`, if any, for the operator. */
  | { readonly type: 'work_failed'; readonly reason: FailReason; readonly error: string | null }
  /** An operator has failed work done again that nothing was paid for. */
  | { readonly type: 'work_retried' }
  | { readonly type: 'refund_requested'; readonly refundNo: string; readonly reason: string }
  | { readonly type: 'refund_failed'; readonly refundNo: string; readonly error: string }
  | { readonly type: 'refund_retried'; readonly refundNo: string }
  | { readonly type: 'refund_done'; readonly refundNo: string }
  /** The provider says that money which was given back came back to it; it is asked whether that is so. */
  | { readonly type: 'refund_doubted'; readonly refundNo: string; readonly error: string }
  /** The kept result passed its retention and its file is gone. */
  | { readonly type: 'result_purged' }
);

export type OrderEventType = OrderEvent['type'];

export type Actor =
  | { readonly kind: 'customer'; readonly userId: number }
  | { readonly kind: 'operator'; readonly name: string }
  | { readonly kind: 'provider'; readonly name: string }
  | { readonly kind: 'system' };

/** One line of an order's history. `seq` counts from 1 without gaps within the order. */
export interface HistoryEntry {
  readonly seq: number;
  readonly event: OrderEvent;
  readonly actor: Actor;
}
